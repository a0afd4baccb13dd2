import { LOCAL_CHAIN_ID } from '@dr/protocol/constants'
import { FINALITY_BLOCKS } from './clock.ts'

/**
 * Age of a new chain at its start: the day that fills the price oracle's windows passes at deployment, and
 * afterwards the chain's time is the real one.
 */
export const FRESH_CHAIN_AGE_SECONDS = 87_000
/**
 * Number of states that can still be read at their block. Each contains the hashes of all earlier blocks,
 * so many of them need more memory as the chain grows: measured 5.3 GB at 300 states and 20,000 blocks,
 * 0.05 GB at 10.
 */
const STATES_KEPT = 32

/** Arguments of Anvil: blocks are made on demand, until the set-up switches to a block a second. */
export const anvilArguments = (input: {
  readonly port: number
  /** File to load; undefined for a new chain. */
  readonly state: string | undefined
  /** Time of a new chain's first block, Unix seconds. */
  readonly genesisSeconds: number
}): string[] => [
  '--port',
  String(input.port),
  '--host',
  '127.0.0.1',
  '--chain-id',
  String(LOCAL_CHAIN_ID),
  '--slots-in-an-epoch',
  String(FINALITY_BLOCKS / 2),
  '--prune-history',
  String(STATES_KEPT),
  '--accounts',
  '0',
  '--no-request-size-limit',
  '--no-mining',
  ...(input.state === undefined
    ? ['--timestamp', String(input.genesisSeconds)]
    : ['--load-state', input.state]),
]
