"""Runs attnlab as its users do: whole processes from outside, the page cache warm."""

import inputs
from processes import output_of, seconds_and_memory_of, seconds_of

# Between two looks at the memory of a short run and of a long one, in seconds.
SHORT_INTERVAL = 0.0003
LONG_INTERVAL = 0.002


class Programs:
    """The commands of attnlab that are measured."""

    def __init__(self, places):
        self.places = places

    def _gpt2(self, *options):
        return [str(self.places.attnlab), "gpt2", "--model", str(self.places.model), *options]

    def version(self):
        """What `attnlab --version` says."""
        return output_of([str(self.places.attnlab), "--version"]).strip()

    def add_times(self, samples):
        """One time of each short command."""
        commands = {"gpt2": self._gpt2("--layer", "5", "--head", "1"),
                    "all": [str(self.places.attnlab), "all"],
                    "version": [str(self.places.attnlab), "--version"]}
        for name, command in commands.items():
            samples.setdefault(name, []).append(seconds_of(command))

    def add_json(self, json_run, memory):
        """Writes all maps of the longest text as JSON: time, size, memory."""
        maps = self.places.maps
        command = self._gpt2("--ids", inputs.ids(1024), "--layer", "all", "--head", "all",
                             "--json", str(maps))
        try:
            seconds, peak = seconds_and_memory_of(command, LONG_INTERVAL)
            json_run["bytes"] = maps.stat().st_size
        finally:
            maps.unlink(missing_ok=True)
        json_run.setdefault("seconds", []).append(seconds)
        _add_peak(memory, "JSON, 144 maps, T = 1024", peak)

    def add_memory(self, memory):
        """The memory of a sentence with all heads, and of a page with one."""
        sentence = self._gpt2("--layer", "all", "--head", "all")
        page = self._gpt2("--ids", inputs.ids(1024), "--layer", "5", "--head", "1")
        for name, command, interval in (("144 maps, T = 14", sentence, SHORT_INTERVAL),
                                        ("map 5.1, T = 1024", page, LONG_INTERVAL)):
            _add_peak(memory, name, seconds_and_memory_of(command, interval)[1])


def _add_peak(memory, name, peak):
    if peak is not None:
        memory.setdefault(name, []).append(peak)
