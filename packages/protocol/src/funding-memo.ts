/**
 * Which words of a funding are shown. Any wallet may fund a pool, a budget or the draw's pot, and write a
 * memo with it: no one checks it, so it is a stranger's text before all users.
 */

/** Base units of any token: below it a funding is listed without its memo. */
export const FUNDING_MEMO_MIN = 100n * 10n ** 18n

/**
 * A scheme, `www.`, or a name with a dot and two letters behind it, as wallets and people turn into an
 * address.
 */
const LINK = /:\/\/|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2,}/iu

/** The memo of a funding of `amount` base units; null: it is too small for one, has none, or names a site. */
export const shownMemo = (memo: string, amount: bigint): string | null => {
  const text = memo.trim()
  return text === '' || amount < FUNDING_MEMO_MIN || LINK.test(text) ? null : text
}
