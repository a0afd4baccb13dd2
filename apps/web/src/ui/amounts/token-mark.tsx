const faces = {
  USDT: { letter: '₮', tone: 'bg-in-soft text-in' },
  USDR: { letter: 'R', tone: 'bg-in-soft text-in' },
  DR: { letter: 'D', tone: 'bg-gold-soft text-gold' },
  DRGV: { letter: 'G', tone: 'bg-s3 text-t1' },
  BNB: { letter: 'B', tone: 'bg-gold-soft text-gold' },
}

/**
 * A token's mark beside its name; decorative: the style sheet draws its letter, so that it is in no
 * accessible name.
 */
export const TokenMark = ({ token, size = 32 }: { readonly token: string; readonly size?: number }) => {
  const { letter, tone } = faces[token as keyof typeof faces] ?? { letter: token.slice(0, 1), tone: 'bg-s3' }
  return (
    <span
      aria-hidden="true"
      data-face={letter}
      className={`grid shrink-0 place-items-center font-semibold before:content-[attr(data-face)] ${tone}`}
      style={{
        width: size,
        height: size,
        fontSize: size * 0.5,
        clipPath: 'polygon(50% 0, 94% 25%, 94% 75%, 50% 100%, 6% 75%, 6% 25%)',
      }}
    />
  )
}
