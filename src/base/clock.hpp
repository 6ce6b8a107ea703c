// Time, for what measures it. The only place that reads the machine's clock: whatever measures is
// given a Clock, so that a test can give it another.

#pragma once

#include <functional>

namespace attnlab {

/// Says how much time has gone by since some fixed moment.
///
/// Units:   ms.
using Clock = std::function<double()>;

/// Time as it goes by; no change of the date can turn it back.
///
/// Units:   ms.
double steady_clock_ms();

/// What the calling thread has had of a processor. It stands still while others have their turn, so
/// that a busy machine makes no work seem longer.
///
/// Units:   ms.
double thread_clock_ms();

/// Lets time go by. As with a Clock, whoever waits is given a Sleep, so that no test waits.
///
/// Units:   ms.
using Sleep = std::function<void(double ms)>;

/// Really waits; a signal that is handled makes it no shorter.
///
/// Units:   ms.
void sleep_ms(double ms);

}  // namespace attnlab
