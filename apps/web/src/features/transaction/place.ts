/** Next screen after a finished transaction: machines, POD power, portfolio, or a swap of the received DR. */
export type NextPlace = 'mining' | 'pod-power' | 'assets' | 'swap-dr'
