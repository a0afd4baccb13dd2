export type RigState = 'producing' | 'activated' | 'paused' | 'off'
type RigProps = {
  readonly state: RigState
  /** From 1: more vents, a second lamp, a taller body. */
  readonly tier?: number
  readonly size?: number
}

const inks: Record<RigState, string> = {
  producing: 'var(--gold-fill)',
  activated: 'var(--in)',
  paused: 'var(--out)',
  off: 'var(--t3)',
}

/** Ten cycles: an endless animation keeps a phone drawing, 6 to 18 % of a core in WebKit on an idle Home. */
const BREATHING = 'animate-[breathe_2.4s_steps(4)_10] motion-reduce:animate-none'

/** Picture of a machine: an isometric body, animated while producing, dimmed while paused; decorative. */
export const Rig = ({ state, tier = 1, size = 84 }: RigProps) => {
  const ink = inks[state]
  const level = Math.min(4, Math.max(1, tier))
  // The body grows downwards by 3 units a tier, so that tiers align side by side.
  const depth = 20 + level * 3
  const top = 20 - level * 1.5
  const left = `M18 ${top + 13} 42 ${top + 26}v${depth}L18 ${top + 13 + depth}z`
  const right = `M66 ${top + 13} 42 ${top + 26}v${depth}l24-13z`
  const vents = Array.from({ length: level + 1 }, (_, row) => `M23 ${top + 21 + row * 5.5}l13 7`).join('')
  const alive = state === 'producing'
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 84 84"
      aria-hidden="true"
      className="shrink-0"
      strokeLinejoin="round"
    >
      {alive ? <ellipse cx="42" cy={top + 27 + depth} rx="27" ry="7" fill={ink} opacity=".12" /> : null}
      <path
        d={`M42 ${top} 66 ${top + 13} 42 ${top + 26} 18 ${top + 13}z`}
        fill="var(--s3)"
        stroke="var(--line2)"
      />
      <path d={left} fill="var(--s2)" stroke="var(--line2)" />
      <path d={right} fill="var(--s1)" stroke="var(--line2)" />
      <g stroke={ink} strokeWidth="2" strokeLinecap="round" opacity={state === 'paused' ? 0.75 : 0.9}>
        <path d={vents} className={alive ? BREATHING : ''} />
      </g>
      <path
        d={`M42 ${top + 6} 54 ${top + 12.5} 42 ${top + 19} 30 ${top + 12.5}z`}
        fill={ink}
        opacity={state === 'off' ? 0.6 : 0.9}
      />
      {level > 2 ? (
        <path
          d={`M42 ${top + 9.5} 47.500 ${top + 12.5} 42 ${top + 15.5} 36.500 ${top + 12.5}z`}
          fill="var(--s3)"
        />
      ) : null}
      <circle cx="54" cy={top + 32} r="5.5" fill="none" stroke={ink} strokeWidth="1.6" opacity=".75" />
      {level > 1 ? <circle cx="54" cy={top + 32} r="2" fill={ink} opacity={alive ? 0.9 : 0.4} /> : null}
      {level > 3 ? (
        <path
          d={`M48 ${top + 43}l12-6.500`}
          stroke={ink}
          strokeWidth="1.6"
          strokeLinecap="round"
          opacity=".7"
        />
      ) : null}
    </svg>
  )
}
