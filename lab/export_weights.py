"""Writes a model folder that attnlab reads (config.json, model.safetensors, vocab.json, merges.txt)
from a GPT-2 of transformers, a nanoGPT or minGPT checkpoint, or a plain state dict, and says what
it did. Needs PyTorch; transformers only where a model is named that is no file or folder.

Refuses to guess what a checkpoint does not say, to run code that it brings, and to leave half a
folder behind. What it reads is in exporting/sources.py, what it changes in exporting/tensors.py.
"""

import argparse
import json
import os
import shlex
import shutil
import signal
import sys
from pathlib import Path

from exporting.files import (ExportError, load_json, new_folder, printable, torch,
                             write_safetensors)
from exporting.sources import (SIZES, read_source, refuse_erf, refuse_other_models, settings_of)
from exporting.tensors import (converted, cut_padding, fit, has_own_head, rename, settle_kind,
                               sizes_of, turn_linears)

GPT2_VOCABULARY = Path(__file__).resolve().parent.parent / "data" / "gpt2"
GPT2_ROWS = (50257, 50304)  # GPT-2's tokens, and as nanoGPT pads them: to a multiple of 64
VOCABULARY_FILES = ("vocab.json", "merges.txt")
OUR_FILES = {"config.json", "model.safetensors", *VOCABULARY_FILES}
KINDS = {"transformers": "a GPT-2 of transformers", "nanogpt": "a nanoGPT checkpoint",
         "mingpt": "a minGPT state dict", "state-dict": "a state dict"}
KEPT_SETTINGS = ("layer_norm_epsilon", "scale_attn_weights", "scale_attn_by_inverse_layer_idx",
                 "reorder_and_upcast_attn")
BUG = 70

EXAMPLES = """examples:
  python3 lab/export_weights.py --from out/ckpt.pt --to my-model
  python3 lab/export_weights.py --from model.pt --to my-model --n-head 6 --gelu tanh
  python3 lab/export_weights.py --from my-finetuned-gpt2/ --to my-model --dtype F16
"""


class Parser(argparse.ArgumentParser):
    """Says what is wrong as attnlab does."""

    def error(self, message):
        raise ExportError(printable(message), "--help lists the options", code=2)


def count(text):
    """A whole number from 1 on, of an option."""
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0):
        raise argparse.ArgumentTypeError(f"got {text}, expected a whole number from 1 on")
    return int(text)


def parse_options(arguments):
    """The command line."""
    parser = Parser(prog="export_weights.py", allow_abbrev=False, epilog=EXAMPLES,
                    description="Writes a model folder that `attnlab gpt2 --model FOLDER` reads.",
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="source", metavar="SOURCE", required=True,
                        help="a checkpoint or state dict of PyTorch, a folder of transformers, "
                             "nanoGPT or minGPT, or a name that transformers knows")
    parser.add_argument("--to", dest="target", metavar="FOLDER", required=True,
                        help="the model folder to write")
    parser.add_argument("--format", choices=("auto", *KINDS), default="auto",
                        help="what the source is (auto: what it looks like)")
    parser.add_argument("--vocabulary", metavar="FOLDER",
                        help="the folder of the vocab.json and merges.txt to copy (default: the "
                             "source's own; GPT-2's where the model has its 50257 tokens)")
    parser.add_argument("--config", metavar="FILE",
                        help="a config.json of Hugging Face or minGPT, where the source has none")
    parser.add_argument("--n-head", type=count, metavar="N",
                        help="the heads of a layer, where the source does not say; all other sizes "
                             "are those of the tensors")
    parser.add_argument("--dtype", choices=("keep", "F32", "F16", "BF16"), default="keep",
                        help="the type of the numbers to write (keep)")
    parser.add_argument("--gelu", choices=("auto", "tanh"), default="auto",
                        help="tanh: export a model that was trained with the erf form of GELU all "
                             "the same")
    parser.add_argument("--force", action="store_true",
                        help="replace a model folder that is there")
    return parser.parse_args(arguments)


def gelu_line(checkpoint, asked):
    """What is known of the model's GELU; refuses a model that is known to use the erf form."""
    activation = checkpoint.settings.get("activation_function")
    if asked == "tanh":
        return ("taken for the tanh form, as asked; in a model trained with the erf form each GELU "
                "is off by up to 4.7e-4")
    if checkpoint.is_old and activation is None:
        refuse_erf("the first minGPT has nn.GELU()")
    if checkpoint.kind in ("transformers", "mingpt") or activation is not None:
        return "the tanh form, as attnlab computes it"
    return ("taken for the tanh form: the checkpoint does not tell. If it was trained with "
            "nn.GELU(), the erf form, as nanoGPT has it now, each GELU is off by up to 4.7e-4")


def find_vocabulary(asked, own, n_rows):
    """The paths of vocab.json and merges.txt and the number of tokens, or None."""
    if asked is not None:
        own = tuple(Path(asked) / name for name in VOCABULARY_FILES)
    elif own is None and n_rows in GPT2_ROWS:
        own = tuple(GPT2_VOCABULARY / name for name in VOCABULARY_FILES)
    if own is None:
        return None, n_rows
    for path in own:
        if not path.is_file():
            raise ExportError(f"there is no {printable(path)}",
                              "--vocabulary FOLDER names a folder with vocab.json and merges.txt",
                              code=2)
    return own, len(load_json(own[0]))


def make_config(sizes, settings, vocabulary, is_tied):
    """The content of config.json."""
    config = {"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"],
              "activation_function": "gelu_new",
              **{name: sizes[name] for name in SIZES if name != "n_inner"},
              "n_inner": sizes["n_inner"] if sizes["n_inner"] != 4 * sizes["n_embd"] else None,
              "layer_norm_epsilon": 1e-5}
    config.update({name: settings[name] for name in KEPT_SETTINGS if name in settings})
    end = load_json(vocabulary[0]).get("<|endoftext|>") if vocabulary else None
    for name in ("bos_token_id", "eos_token_id"):
        token = settings.get(name, end)
        is_token = isinstance(token, int) and 0 <= token < sizes["vocab_size"]
        config[name] = token if is_token else end
    config["tie_word_embeddings"] = is_tied
    return config


def export(options):
    """Does it; returns what was done as pairs of a word and a line about it."""
    with new_folder(options.target, options.force, OUR_FILES) as folder:
        checkpoint = read_source(options.source)
        report, settings = checkpoint.report, checkpoint.settings
        if options.config is not None:
            settings.update(settings_of(load_json(options.config)))
        refuse_other_models(settings, options.gelu)

        rename(checkpoint)
        tensors = checkpoint.tensors
        n_turned = turn_linears(tensors)
        settle_kind(checkpoint, n_turned, options.format)
        report.insert(0, ("source", f"{KINDS[checkpoint.kind]}: {printable(options.source)}"))
        gelu = gelu_line(checkpoint, options.gelu)
        sizes = sizes_of(tensors, settings, options.n_head)
        if n_turned:
            report.append(("turned", f"{n_turned} linear weights, from [out, in] to [in, out]"))

        vocabulary, n_tokens = find_vocabulary(options.vocabulary, checkpoint.vocabulary,
                                               sizes["vocab_size"])
        cut_padding(tensors, n_tokens, report)
        sizes["vocab_size"] = n_tokens
        # A configuration that tells of a head of its own is believed: the head may be missing.
        is_tied = not has_own_head(tensors) and settings.get("tie_word_embeddings") is not False
        tensors = fit(tensors, sizes, is_tied, report)
        tensors = converted(tensors, options.dtype, report)

        config = make_config(sizes, settings, vocabulary, is_tied)
        (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
        size = write_safetensors(folder / "model.safetensors", {
            name if name.startswith("lm_head") else f"transformer.{name}": tensor
            for name, tensor in tensors.items()})
        for path, name in zip(vocabulary or (), VOCABULARY_FILES):
            shutil.copyfile(path, folder / name)

    n_parameters = sum(tensor.numel() for tensor in tensors.values())
    shown = printable(options.target)
    folder = shlex.quote(shown if "/" in shown else f"./{shown}")
    return report + [
        ("sizes", ", ".join(f"{name} {sizes[name]}" for name in SIZES)),
        ("gelu", gelu),
        ("vocabulary", f"of {printable(vocabulary[0].parent)}" if vocabulary else
         f"none: a model of {n_tokens} tokens has not GPT-2's; run it by ids"),
        ("wrote", f"{shown}: {len(tensors)} tensors, {n_parameters} parameters, {size} bytes"),
        ("try", f"attnlab gpt2 --model {folder}{'' if vocabulary else ' --ids 0,1,2'}")]


def write_report(report):
    """Writes what was done to stdout; that its reader has gone is no failure."""
    try:
        print("".join(f"{word:<11} {line}\n" for word, line in report), end="", flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing fails at the end
        if not isinstance(error, BrokenPipeError):
            raise ExportError("the model is written, and stdout takes no report: "
                              f"{error.strerror}") from error


def main(arguments):
    """Runs the command; returns its exit code."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the folder beside is taken away
    code, hint = 1, ""
    try:
        options = parse_options(arguments)
        if torch is None:
            raise ExportError("PyTorch is needed and not there for this Python",
                              "apt-get install python3-torch, or pip install torch")
        write_report(export(options))
        return 0
    except ExportError as error:
        message, hint, code = str(error), error.hint, error.code
    except OSError as error:
        where = f"{printable(error.filename)}: " if error.filename else ""
        message = f"{where}{error.strerror or error}"
    except MemoryError:
        message = "the memory is not enough for this model"
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # pylint: disable=broad-exception-caught
        message, code = f"this is a bug: {type(error).__name__}: {printable(error)}", BUG
    print(f"error: {message}" + (f"\nhint: {hint}" if hint else ""), file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
