export type Colour = readonly [red: number, green: number, blue: number]

/** `#abc`, `#aabbcc` or what a browser computes, `rgb(1, 2, 3)`. */
export function colourOf(text: string): Colour {
  const digits = text.match(/^#([\da-f]{3}|[\da-f]{6})$/i)?.[1]
  const parts = digits
    ? (digits.match(digits.length === 3 ? /./g : /../g) ?? []).map((part) =>
        Number.parseInt(part.padEnd(2, part), 16),
      )
    : (text.match(/[\d.]+/g) ?? []).map(Number)
  const [red = 0, green = 0, blue = 0] = parts
  return [red, green, blue]
}

/** As WCAG 2 defines it. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** 1 for equal colours, 21 for black on white. */
export function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
