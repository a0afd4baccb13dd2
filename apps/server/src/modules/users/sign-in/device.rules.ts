/** A short name for a `user-agent` header: `Chrome · Android`. Pure. */

/** Wallets' own browsers first, since their headers name Chrome or Safari too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MetaMask/i, 'MetaMask'],
  [/Trust\//i, 'Trust Wallet'],
  [/TokenPocket/i, 'TokenPocket'],
  [/imToken/i, 'imToken'],
  [/OKApp|OKEx/i, 'OKX'],
  [/MicroMessenger/i, 'WeChat'],
  [/EdgA?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

const firstOf = (table: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  table.find(([form]) => form.test(text))?.[1]

/** Null for an unknown header. Never contains the header's own text. */
export const deviceOf = (userAgent: string | undefined): string | null => {
  if (userAgent === undefined) return null
  const words = [firstOf(BROWSERS, userAgent), firstOf(SYSTEMS, userAgent)].filter(
    (word) => word !== undefined,
  )
  return words.length === 0 ? null : words.join(' · ')
}
