/**
 * A picture for an address: five mirrored columns, colours from its bytes. Decorative, the text is beside
 * it.
 */
export const Identicon = ({ address, size = 20 }: { readonly address: string; readonly size?: number }) => {
  const hex = address.replace(/^0x/, '').padEnd(40, '0')
  const byte = (index: number): number => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16) || 0
  const hue = Math.round((byte(0) / 255) * 360)
  const cells: string[] = []
  for (let column = 0; column < 3; column += 1) {
    for (let row = 0; row < 5; row += 1) {
      if (byte(2 + column * 5 + row) % 2 === 0) continue
      cells.push(`M${column} ${row}h1v1h-1z`)
      if (column < 2) cells.push(`M${4 - column} ${row}h1v1h-1z`)
    }
  }
  return (
    <svg
      width={size}
      height={size}
      viewBox="-1 -1 7 7"
      aria-hidden="true"
      className="shrink-0 rounded-6"
      shapeRendering="crispEdges"
    >
      <rect x="-1" y="-1" width="7" height="7" fill={`hsl(${hue} 30% 20%)`} />
      <path d={cells.join('')} fill={`hsl(${(hue + 20 + (byte(1) % 60)) % 360} 62% 66%)`} />
    </svg>
  )
}
