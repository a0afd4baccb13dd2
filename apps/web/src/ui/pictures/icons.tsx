import type { ReactNode } from 'react'

const paths = {
  home: <path d="M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z" />,
  power: <path d="M13 3 5 14h6l-1 7 8-11h-6z" />,
  bag: <path d="M12 3 20 7.500v9L12 21l-8-4.500v-9zM4 7.500 12 12l8-4.500M12 12v9" />,
  dao: (
    <>
      <circle cx="12" cy="6" r="3" />
      <circle cx="5.500" cy="17.500" r="2.500" />
      <circle cx="18.500" cy="17.500" r="2.500" />
      <path d="M12 9v4M12 13l-5 2.600M12 13l5 2.600" />
    </>
  ),
  assets: (
    <>
      <rect x="3.500" y="6" width="17" height="13" rx="3" />
      <path d="M3.500 10h17M16 14.500h1.500" />
    </>
  ),
  down: <path d="M12 5v13M6 13l6 6 6-6" />,
  up: <path d="M12 19V6M6 11l6-6 6 6" />,
  fire: (
    <path d="M12 21c4 0 6.500-2.700 6.500-6.200C18.500 10 14 8.500 13.500 3 10 5 9 8 9.500 10.500 8 10 7.500 9 7.500 9 6.200 10.500 5.500 12.500 5.500 14.800 5.500 18.300 8 21 12 21z" />
  ),
  back: <path d="M15 5l-7 7 7 7" />,
  chevron: <path d="M9 5l7 7-7 7" />,
  menu: <path d="M4 7h16M4 12h16M4 17h10" />,
  close: <path d="M6 6l12 12M18 6 6 18" />,
  check: <path d="M5 12.500l4.500 4.500L19 7.500" />,
  copy: (
    <>
      <rect x="8.500" y="8.500" width="11" height="11" rx="2.500" />
      <path d="M15.500 8.500v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2" />
    </>
  ),
  share: <path d="M12 15V4M8 8l4-4 4 4M5 13v5a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5" />,
  qr: <path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 20h2" />,
  alert: <path d="M12 4 21 19.500H3zM12 10v4.500M12 17v.5" />,
  info: (
    <>
      <circle cx="12" cy="12" r="8.500" />
      <path d="M12 11v5M12 8v.5" />
    </>
  ),
  offline: (
    <path d="M4 4l16 16M8.500 12.500a6 6 0 0 1 3-1.400M5.500 9.500A11 11 0 0 1 8 8M18.500 9.500A11 11 0 0 0 12 7M15.500 12.500l.5.400M12 17.500v.2" />
  ),
  globe: (
    <>
      <circle cx="12" cy="12" r="8.500" />
      <path d="M3.500 12h17M12 3.500c5 5.500 5 11.500 0 17M12 3.500c-5 5.500-5 11.500 0 17" />
    </>
  ),
  theme: <path d="M19.500 14.500A8 8 0 0 1 9.500 4.500a8 8 0 1 0 10 10z" />,
  wallet: (
    <path d="M4 8.500A2.500 2.500 0 0 1 6.500 6H17v3M4 8.500V17a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-6a2 2 0 0 0-2-2H4.500M16 14h.5" />
  ),
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  bell: <path d="M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 1.500h-15zM10 20.500h4" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="8.500" />
      <path d="M12 7.500V12l3 2" />
    </>
  ),
  coin: <path d="M12 3 20 7.700v8.600L12 21l-8-4.700V7.700zM12 8.500l3.500 2v3L12 15.500l-3.500-2v-3z" />,
  list: <path d="M8.500 7H20M8.500 12H20M8.500 17H20M4.500 7h.1M4.500 12h.1M4.500 17h.1" />,
  filter: <path d="M4 6h16M7 12h10M10 18h4" />,
  external: <path d="M9 6H6a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-3M13 4h7v7M20 4l-9 9" />,
  search: (
    <>
      <circle cx="11" cy="11" r="6.500" />
      <path d="M16 16l4.500 4.500" />
    </>
  ),
  mail: (
    <>
      <rect x="3.500" y="5.500" width="17" height="13" rx="2.500" />
      <path d="M4.500 7.500 12 13l7.500-5.500" />
    </>
  ),
  lock: (
    <>
      <rect x="5" y="10.500" width="14" height="9.500" rx="2.500" />
      <path d="M8.500 10.500V8a3.500 3.500 0 0 1 7 0v2.500M12 14.500v2" />
    </>
  ),
  unlock: (
    <>
      <rect x="5" y="10.500" width="14" height="9.500" rx="2.500" />
      <path d="M8.500 10.500V7.500a3.500 3.500 0 0 1 6.800-1.200M12 14.500v2" />
    </>
  ),
  shield: (
    <path d="M12 3.500 19 6v5.500c0 4.500-3 7.500-7 9-4-1.500-7-4.500-7-9V6zM9 12l2.200 2.200L15 10.300" />
  ),
  swap: <path d="M7 4v13M3.500 13.500 7 17l3.500-3.500M17 20V7M13.500 10.500 17 7l3.500 3.500" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof paths

/** One line family, 24-unit grid, drawn in the text's colour; decorative. */
export const Icon = ({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.700"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    className="shrink-0"
  >
    {paths[name]}
  </svg>
)

/** The product's mark. */
export const Mark = ({ size = 28 }: { readonly size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true" className="shrink-0 text-gold">
    <path
      d="M14 2 24 8v12l-10 6L4 20V8z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.800"
      strokeLinejoin="round"
    />
    <path d="M14 8.200 19 11v6l-5 2.900L9 17v-6z" fill="currentColor" />
  </svg>
)
