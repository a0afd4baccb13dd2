/**
 * The one view of the time-lock that the app reads: its whole ABI would be 9 kB for it. Held to the contract
 * by a test.
 */
export const timelockDelayAbi = [
  {
    type: 'function',
    name: 'getMinDelay',
    inputs: [],
    outputs: [{ name: '', type: 'uint256' }],
    stateMutability: 'view',
  },
] as const
