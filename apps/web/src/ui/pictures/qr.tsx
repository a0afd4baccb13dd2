import { encode } from 'uqr'

/** A QR code, dark on light in both themes so that every scanner reads it. */
export const Qr = ({
  text,
  label,
  size = 184,
}: {
  readonly text: string
  readonly label: string
  readonly size?: number
}) => {
  const { data, size: cells } = encode(text, { ecc: 'M', border: 0 })
  const path = data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <span className="inline-block rounded-16 bg-white p-3">
      <svg
        role="img"
        aria-label={label}
        width={size}
        height={size}
        viewBox={`0 0 ${cells} ${cells}`}
        shapeRendering="crispEdges"
      >
        <path d={path} fill="#14120d" />
      </svg>
    </span>
  )
}
