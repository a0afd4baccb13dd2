import type { Texts } from '../fixtures/texts.ts'

type PayAction = 'buy' | 'pay' | 'subscribe' | 'withdraw' | 'enter' | 'swap'

export const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Pattern of `Swap 18.1 USDT, then buy`, for any first step and amount. */
export const wayName = (t: Texts, goal: PayAction): RegExp => {
  const ways = ['swap', 'wrap', 'unwrap'].map((way) =>
    t(`tx.way.${goal}`, { way, pays: '|' }).split('|').map(escaped).join(String.raw`[\d,.]+ \w+`),
  )
  return new RegExp(`^(${ways.join('|')})$`)
}

/** Name of the button that leads to the plan: its own label, or the first step. */
export const payName = (t: Texts, goal: PayAction, own: string): RegExp =>
  new RegExp(`^${escaped(own)}$|${wayName(t, goal).source}`)

/** Name of the button that leads to a purchase's plan, with the number of its steps once known. */
export const reviewName = (t: Texts): RegExp => {
  const counted = [1, 2].map((count) =>
    t('backpack.buy.review', { count }).split(String(count)).map(escaped).join(String.raw`\d+`),
  )
  return new RegExp(
    `^(?:${[...counted, escaped(t('backpack.buy.reviewSoon'))].join('|')})$|${wayName(t, 'buy').source}`,
  )
}

/**
 * Name of the button while this token, and perhaps others, is missing: the amount, then the way to get it.
 */
export const missingName = (t: Texts, token: string, way: string): RegExp => {
  const amounts = String.raw`(?:[\d,.]+ \w+ \+ )*[\d,.]+ ${token}(?: \+ [\d,.]+ \w+)*`
  const short = t('tx.short.title', { amounts: '|' }).split('|').map(escaped).join(amounts)
  return new RegExp(`^${short} ?${escaped(way)}$`)
}
