/**
 * Filter of funding memos. Any wallet may fund a pool, a budget or the draw's pot with a memo, so this is
 * an unchecked text from an unknown sender, shown to all users.
 */

/** Base units of any token: a smaller funding is listed without its memo. */
export const FUNDING_MEMO_MIN = 100n * 10n ** 18n

/**
 * A scheme, `www.`, or a name with a dot and at least two letters after it, which wallets may turn into a
 * link.
 */
const LINK = /:\/\/|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2,}/iu

/**
 * Memo of a funding of `amount` base units; null: the amount is too small, the memo is empty, or it names a
 * site.
 */
export const shownMemo = (memo: string, amount: bigint): string | null => {
  const text = memo.trim()
  return text === '' || amount < FUNDING_MEMO_MIN || LINK.test(text) ? null : text
}
