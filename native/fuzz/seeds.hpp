// What a fuzz target offers: good texts to change, and the entry that takes any bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

std::vector<std::string> seeds();

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);
