import type { ReactNode } from 'react'

const paths = {
  home: <path d="M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z" />,
  power: <path d="M13 3 5 14h6l-1 7 8-11h-6z" />,
  bag: <path d="M12 3 20 7.5v9L12 21l-8-4.5v-9zM4 7.5 12 12l8-4.5M12 12v9" />,
  dao: (
    <>
      <circle cx="12" cy="6" r="3" />
      <circle cx="5.5" cy="17.5" r="2.5" />
      <circle cx="18.5" cy="17.5" r="2.5" />
      <path d="M12 9v4M12 13l-5 2.6M12 13l5 2.6" />
    </>
  ),
  assets: (
    <>
      <rect x="3.5" y="6" width="17" height="13" rx="3" />
      <path d="M3.5 10h17M16 14.5h1.5" />
    </>
  ),
  down: <path d="M12 5v13M6 13l6 6 6-6" />,
  up: <path d="M12 19V6M6 11l6-6 6 6" />,
  fire: (
    <path d="M12 21c4 0 6.5-2.7 6.5-6.2C18.5 10 14 8.5 13.5 3 10 5 9 8 9.5 10.5 8 10 7.5 9 7.5 9 6.2 10.5 5.5 12.5 5.5 14.8 5.5 18.3 8 21 12 21z" />
  ),
  back: <path d="M15 5l-7 7 7 7" />,
  chevron: <path d="M9 5l7 7-7 7" />,
  menu: <path d="M4 7h16M4 12h16M4 17h10" />,
  close: <path d="M6 6l12 12M18 6 6 18" />,
  check: <path d="M5 12.5l4.5 4.5L19 7.5" />,
  copy: (
    <>
      <rect x="8.5" y="8.5" width="11" height="11" rx="2.5" />
      <path d="M15.5 8.5v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2" />
    </>
  ),
  share: <path d="M12 15V4M8 8l4-4 4 4M5 13v5a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5" />,
  qr: <path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 20h2" />,
  alert: <path d="M12 4 21 19.5H3zM12 10v4.5M12 17v.5" />,
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5M12 8v.5" />
    </>
  ),
  offline: (
    <path d="M4 4l16 16M8.5 12.5a6 6 0 0 1 3-1.4M5.5 9.5A11 11 0 0 1 8 8M18.5 9.5A11 11 0 0 0 12 7M15.5 12.5l.5.4M12 17.5v.2" />
  ),
  globe: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.5c5 5.5 5 11.5 0 17M12 3.5c-5 5.5-5 11.5 0 17" />
    </>
  ),
  theme: <path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z" />,
  wallet: (
    <path d="M4 8.5A2.5 2.5 0 0 1 6.5 6H17v3M4 8.5V17a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-6a2 2 0 0 0-2-2H4.5M16 14h.5" />
  ),
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  bell: <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5V12l3 2" />
    </>
  ),
  coin: <path d="M12 3 20 7.7v8.6L12 21l-8-4.7V7.7zM12 8.5l3.5 2v3L12 15.5l-3.5-2v-3z" />,
  list: <path d="M8.5 7H20M8.5 12H20M8.5 17H20M4.5 7h.1M4.5 12h.1M4.5 17h.1" />,
  filter: <path d="M4 6h16M7 12h10M10 18h4" />,
  external: <path d="M9 6H6a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-3M13 4h7v7M20 4l-9 9" />,
  search: (
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="M16 16l4.5 4.5" />
    </>
  ),
  mail: (
    <>
      <rect x="3.5" y="5.5" width="17" height="13" rx="2.5" />
      <path d="M4.5 7.5 12 13l7.5-5.5" />
    </>
  ),
  lock: (
    <>
      <rect x="5" y="10.5" width="14" height="9.5" rx="2.5" />
      <path d="M8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14.5v2" />
    </>
  ),
  unlock: (
    <>
      <rect x="5" y="10.5" width="14" height="9.5" rx="2.5" />
      <path d="M8.5 10.5V7.5a3.5 3.5 0 0 1 6.8-1.2M12 14.5v2" />
    </>
  ),
  shield: <path d="M12 3.5 19 6v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2.2 2.2L15 10.3" />,
  swap: <path d="M7 4v13M3.5 13.5 7 17l3.5-3.5M17 20V7M13.5 10.5 17 7l3.5 3.5" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof paths

/** Line icon on a 24-unit grid, in the text's colour; decorative. */
export const Icon = ({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.7"
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
      strokeWidth="1.8"
      strokeLinejoin="round"
    />
    <path d="M14 8.2 19 11v6l-5 2.9L9 17v-6z" fill="currentColor" />
  </svg>
)
