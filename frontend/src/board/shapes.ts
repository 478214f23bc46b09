// Written from src/turncoat/draw/geometry.toml by frontend/drawing.py; not by hand.
export const GEOMETRY = {
 "cell": 64,
 "frame": {
  "wide": 27,
  "slim": 13,
  "round": 11,
  "cast": 5,
  "bevel": 1.5,
  "margin": 6
 },
 "coordinates": {
  "size": 14.5,
  "falls": 0.35,
  "usual": 10,
  "most": 2.4
 },
 "slab": {
  "round": 26,
  "pit": 25.5,
  "lip": 26,
  "lip-falls": 1.8,
  "deep": [
   27.5,
   22.5
  ]
 },
 "wood": {
  "grain": 9
 },
 "felt": {
  "point": 4.2,
  "least": 6
 },
 "panel": {
  "inset": 1.5,
  "falls": 2,
  "round": 7,
  "cross-inset": 8
 },
 "marked": {
  "radius": 29,
  "inset": 3,
  "round": 14
 },
 "middle": {
  "radius": 26.5
 },
 "blocked": {
  "inset": 10,
  "step": 11
 },
 "stone": {
  "radius": 25,
  "edge": 3.2,
  "cast": [
   25,
   24
  ],
  "cast-falls": 5,
  "shine": [
   11.5,
   6
  ],
  "shine-at": [
   -6.5,
   -11
  ],
  "shine-turned": -18,
  "mark": 7,
  "inlay": 3.8,
  "symbol": 12.5,
  "numeral-falls": 8.6,
  "uneven": [
   0.28,
   0.2
  ]
 },
 "mark": {
  "ring": 28.2,
  "dot": 9.5,
  "dot-faint": 6,
  "dot-peek": 7,
  "dot-ring": 27,
  "dot-strong": 15,
  "badge": 6.2,
  "badge-turned": 4.6,
  "badge-at": 18,
  "cross": 11,
  "barred": 9,
  "shown": 30,
  "shown-round": 15,
  "hint": 29,
  "step": 8.5,
  "step-falls": 4.2,
  "label": 12.5,
  "label-falls": 5.7
 },
 "arrow": {
  "half": 3.2,
  "head": 9.5,
  "long": 13,
  "short": 28
 },
 "faces": {
  "dark": {
   "above": "stone-dark",
   "below": "stone-light",
   "glyph": "●",
   "ink": "stone-dark"
  },
  "light": {
   "above": "stone-light",
   "below": "stone-dark",
   "glyph": "○",
   "ink": "stone-light"
  },
  "suit": {
   "above": "suit",
   "below": "stone-light",
   "glyph": "◆",
   "ink": "stone-dark"
  },
  "number": {
   "above": "stone-light",
   "below": "suit",
   "glyph": "◇",
   "ink": "stone-light"
  }
 },
 "suits": [
  {
   "shape": "M0-.5A.5.5 0 1 1 0 .5A.5.5 0 1 1 0-.5ZM-.17-.6L0-1L.17-.6ZM.3-.54L.71-.71L.54-.3ZM.6-.17L1 0L.6.17ZM.54.3L.71.71L.3.54ZM.17.6L0 1L-.17.6ZM-.3.54L-.71.71L-.54.3ZM-.6.17L-1 0L-.6-.17ZM-.54-.3L-.71-.71L-.3-.54Z"
  },
  {
   "shape": "M.42-.9A.95.95 0 1 0 .42.9A.78.78 0 1 1 .42-.9Z"
  },
  {
   "shape": "M-.9.62V-.48L-.42-.02L0-.8L.42-.02L.9-.48V.62Z"
  },
  {
   "shape": "M-.74-.8H.74V.06C.74.56.34.82 0 1C-.34.82-.74.56-.74.06Z"
  }
 ]
} as const;
