/**
 * Where a finished transaction leads next: the machines, POD power, the portfolio, or a swap of the DR that
 * arrived.
 */
export type NextPlace = 'mining' | 'pod-power' | 'assets' | 'swap-dr'
