export const useMarketDepth = (): { readonly usdt: bigint; readonly daysUntilHalfPrice: number } | null =>
  null
