// What must still be done when the process is told to end: a temporary file to remove, a line on
// the terminal to take away. Whoever has left something lying about says so here.

#pragma once

namespace attnlab::lab {

/// From now on `clean_up` is called when a signal ends the process; then it ends as it would have.
///
/// Signals that are ignored (nohup) stay so. Said twice of one function, it counts once.
/// `clean_up` runs inside a signal's handler: it may call what is safe there, such as write() and
/// unlink(), and nothing else.
void when_interrupted(void (*clean_up)());

}  // namespace attnlab::lab
