import { expect, it } from 'vitest'
import { isInviter, readInviter } from '../../api/invite/kept-inviter.ts'
import { pageLink, surroundingsOf, WALLET_LINKS } from './wallet-links.ts'

const address = '0x71c7656ec7ab88b098defb751b7401b5f6d89a2f'
const page = `https://dr.example/?address=${address}#/`
const encoded = 'https%3A%2F%2Fdr.example%2F%3Faddress%3D0x71c7656ec7ab88b098defb751b7401b5f6d89a2f%23%2F'
const twice =
  'https%253A%252F%252Fdr.example%252F%253Faddress%253D0x71c7656ec7ab88b098defb751b7401b5f6d89a2f%2523%252F'
const linkOf = (name: string) => WALLET_LINKS.find((link) => link.name === name)?.to(page)

// Exactly as the wallets document them.
it.each([
  // github.com/TP-Lab/TokenPocket-Protocol, README, "Call TokenPocket to open url with Dapp browser":
  // tpdapp://open?params={"url": …, "chain": …, "source": …}.
  // help.tokenpocket.pro/developer-cn/mobile-wallet/deeplink: chain is the network that the dapp supports,
  // source is the developer's, and the parameter is encoded.
  [
    'TokenPocket',
    `tpdapp://open?params=%7B%22url%22%3A%22${encoded}%22%2C%22chain%22%3A%22BSC%22%2C%22source%22%3A%22Digital%20Rights%22%7D`,
  ],
  // imtoken.gitbook.io/developers/products/deep-linking: prefix imtokenv2://navigate/, path DappView, and the
  // url encoded where it has characters to be parsed.
  ['imToken', `imtokenv2://navigate/DappView?url=${encoded}`],
  // web3.okx.com/build/docs/waas/app-universal-link, steps 3 and 4: the deep link with the encoded page, and
  // encoded itself after https://web3.okx.com/download?deeplink=
  [
    'OKX Wallet',
    `https://web3.okx.com/download?deeplink=okx%3A%2F%2Fwallet%2Fdapp%2Furl%3FdappUrl%3D${twice}`,
  ],
  // developer.trustwallet.com/developer/develop-for-trust/deeplinking, "DApp Browser"; the coin of BNB Smart
  // Chain is 20000714 there: …/developer/new-asset/universal_asset_id.
  ['Trust Wallet', `https://link.trustwallet.com/open_url?coin_id=20000714&url=${encoded}`],
  // docs.metamask.io/metamask-connect/evm/guides/metamask-exclusive/use-deeplinks, "Open a dapp in the in-app
  // browser": https://link.metamask.io/dapp/{dappUrl}, by its example without https:// and not encoded.
  ['MetaMask', `https://link.metamask.io/dapp/dr.example/?address=${address}#/`],
  // docs.bitkeep.com/en/docs/guide/mobile/Deeplink.html, "Access dapp": action=dapp, url; of its two
  // prefixes the one that works on Android too.
  ['Bitget Wallet', `https://bkcode.vip?action=dapp&url=${encoded}`],
])('the link of %s is the one that it documents', (name, link) => {
  expect(linkOf(name)).toBe(link)
})

it('has a link of these wallets alone: SafePal and Binance document none', () => {
  expect(WALLET_LINKS).toHaveLength(6)
})

it.each(WALLET_LINKS.map(({ name }) => name))('the link of %s keeps the inviter', (name) => {
  expect(readInviter(linkOf(name) ?? '')).toBe(address)
})

it.each([
  ['', address, `https://dr.example/?address=${address}#/`],
  ['#/pages/dao/dao', 'ABCD2345', 'https://dr.example/?address=ABCD2345#/pages/dao/dao'],
  ['#/', '', 'https://dr.example/#/'],
  ['#/', '"><script>', 'https://dr.example/#/'],
])('this page (%s) with the inviter “%s”', (hash, inviter, link) => {
  expect(pageLink({ origin: 'https://dr.example', pathname: '/', hash }, inviter)).toBe(link)
  expect(isInviter(readInviter(link))).toBe(isInviter(inviter))
})

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15'
/** User agent of a phone’s browser that requests desktop pages. */
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36'
it.each([
  [`${ANDROID} MicroMessenger/8.0.49`, 5, 390, 'wechat'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) MicroMessenger/8.0.49(0x18003137)',
    5,
    390,
    'wechat',
  ],
  [ANDROID, 5, 390, 'phone'],
  [MAC, 5, 1_024, 'phone'],
  [MAC, 0, 1_440, 'desktop'],
  [LINUX, 5, 390, 'phone'],
  [LINUX, 0, 390, 'desktop'],
  [LINUX, 10, 1_280, 'desktop'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0 MicroMessenger/7.0', 10, 1_280, 'desktop'],
] as const)('%s with %i touch points, %i px wide, is %s', (userAgent, maxTouchPoints, width, place) => {
  expect(surroundingsOf({ userAgent, maxTouchPoints }, width)).toBe(place)
})
