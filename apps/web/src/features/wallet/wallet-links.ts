import { isInviter } from '../../api/invite/kept-inviter.ts'

/** A wallet app whose own browser a link opens, and the link to `page` in it. */
export interface WalletLink {
  readonly name: string
  readonly to: (page: string) => string
}

const encode = encodeURIComponent

/**
 * As each wallet's own documentation has them; the tests name the pages. SafePal documents no link that opens
 * a page, and Binance's app opens none any more.
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
 * This page as another app opens it: with the inviter, whom only this browser keeps, and on the page that is
 * shown. `inviter`: '' for none.
 */
export const pageLink = (
  { origin, pathname, hash }: Pick<Location, 'origin' | 'pathname' | 'hash'>,
  inviter: string,
): string => {
  const query = isInviter(inviter) ? `?address=${inviter}` : ''
  return `${origin}${pathname}${query}${hash || '#/'}`
}

/** Where the visitor is: `wechat` opens no other app from a link. */
export type Surroundings = 'wechat' | 'phone' | 'desktop'

/** A screen narrower than a tablet's. */
const NARROW_PX = 700

/**
 * Place by what the browser says of itself; an iPad says that it is a Mac, and has a touch screen. A narrow
 * touch screen is a phone's, also where its browser asks for pages as a desktop does.
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
