import { isInviter } from '../../api/invite/kept-inviter.ts'

/** A wallet app with its own browser, and the link that opens `page` in it. */
export interface WalletLink {
  readonly name: string
  readonly to: (page: string) => string
}

const encode = encodeURIComponent

/**
 * Links from each wallet's documentation; the tests name the pages. SafePal documents none, and Binance's
 * app no longer opens any.
 */
export const WALLET_LINKS: readonly WalletLink[] = [
  {
    name: 'TokenPocket',
    to: (url) =>
      `tpdapp://open?params=${encode(JSON.stringify({ url, chain: 'BSC', source: 'Digital Rights' }))}`,
  },
  { name: 'imToken', to: (url) => `imtokenv2://navigate/DappView?url=${encode(url)}` },
  {
    name: 'OKX Wallet',
    to: (url) =>
      `https://web3.okx.com/download?deeplink=${encode(`okx://wallet/dapp/url?dappUrl=${encode(url)}`)}`,
  },
  {
    name: 'Trust Wallet',
    to: (url) => `https://link.trustwallet.com/open_url?coin_id=20000714&url=${encode(url)}`,
  },
  { name: 'MetaMask', to: (url) => `https://link.metamask.io/dapp/${url.replace(/^https?:\/\//, '')}` },
  { name: 'Bitget Wallet', to: (url) => `https://bkcode.vip?action=dapp&url=${encode(url)}` },
]

/**
 * Link to the shown page for another app, with the inviter, which only this browser stores. `inviter`: ''
 * for none.
 */
export const pageLink = (
  { origin, pathname, hash }: Pick<Location, 'origin' | 'pathname' | 'hash'>,
  inviter: string,
): string => {
  const query = isInviter(inviter) ? `?address=${inviter}` : ''
  return `${origin}${pathname}${query}${hash || '#/'}`
}

/** Kind of device or browser: `wechat` opens no other app from a link. */
export type Surroundings = 'wechat' | 'phone' | 'desktop'

/** Width below a tablet's. */
const NARROW_PX = 700

/**
 * Kind of device by its user agent. An iPad identifies itself as a Mac, with a touch screen. A narrow touch
 * screen is a phone's, even if its browser requests desktop pages.
 */
export const surroundingsOf = (
  { userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>,
  screenWidth: number,
): Surroundings => {
  const phone =
    /Android|iPhone|iPad|iPod/.test(userAgent) ||
    (/Macintosh/.test(userAgent) && maxTouchPoints > 1) ||
    (maxTouchPoints > 0 && screenWidth < NARROW_PX)
  if (/MicroMessenger/i.test(userAgent) && phone) return 'wechat'
  return phone ? 'phone' : 'desktop'
}
