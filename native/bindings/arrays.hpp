// New numpy arrays, filled while others may use the interpreter.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <initializer_list>
#include <memory>

namespace turncoat {

template <class T>
using Array = nanobind::ndarray<nanobind::numpy, T, nanobind::c_contig>;

/// A row of numbers that Python lends.
template <class T>
using Lent = nanobind::ndarray<T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

/// An array around memory that it then owns.
template <class T>
Array<T> owned(std::unique_ptr<T[]> data, std::initializer_list<std::size_t> shape) {
    T* const raw = data.release();
    nanobind::capsule const owner(raw, [](void* memory) noexcept { delete[] static_cast<T*>(memory); });
    return Array<T>(raw, shape, owner);
}

/// Memory that costs nothing before it is written.
template <class T>
std::unique_ptr<T[]> uninitialized(std::size_t count) {
    return std::unique_ptr<T[]>(new T[count]);
}

/// A new array filled by fill(data), with the GIL released.
template <class T, class Fill>
Array<T> make_array(std::initializer_list<std::size_t> shape, Fill&& fill) {
    std::size_t total = 1;
    for (auto const side : shape) total *= side;
    auto data = uninitialized<T>(total);
    {
        nanobind::gil_scoped_release const release;
        fill(data.get());
    }
    return owned(std::move(data), shape);
}

}  // namespace turncoat
