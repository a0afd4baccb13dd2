import { cx } from '../cx.ts'

type ProgressBarProps = {
  /** 0 to 1. */
  readonly value: number
  readonly label: string
  readonly tone?: 'gold' | 'in' | 'out'
}
const tones = { gold: 'bg-gold-fill', in: 'bg-in', out: 'bg-out' }

export const ProgressBar = ({ value, label, tone = 'gold' }: ProgressBarProps) => {
  const share = Math.min(1, Math.max(0, value))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
      className="h-1.5 overflow-hidden rounded-6 bg-s3"
    >
      <div
        className={cx('h-full rounded-6 transition-[width] duration-200', tones[tone])}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}
