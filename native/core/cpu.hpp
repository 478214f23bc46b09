// The processors that code was compiled for, by name.
#pragma once

#include <string_view>

namespace turncoat {

/// Whether this machine can run the code compiled for that processor.
bool runs_here(std::string_view cpu);

}  // namespace turncoat
