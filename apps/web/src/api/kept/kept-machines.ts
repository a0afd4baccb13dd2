/**
 * Machines of the signed-in user with data that is not on chain, and the configuration for reading the
 * chain, stored in this browser: they allow electricity payments while the server does not answer (ADR
 * 0042). No machine state is stored. Stored data that does not fit the server's schemas is ignored.
 */
import type { Machine } from '@dr/protocol/calls/user-mining'
import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts'
import { type Config, setConfigStandIn } from '../config.ts'
import { ApiError } from '../errors.ts'
import { withinPatience } from '../patience.ts'
import { getSession } from '../session/session.ts'

export type KeptMachine = Pick<Machine, 'machineId' | 'productId' | 'name' | 'tier' | 'power' | 'lifeEnd'>

interface StoredMachines {
  readonly address: string
  readonly config: Config
  /** Newest first. */
  readonly machines: readonly KeptMachine[]
}

/** The newest machines, about 100 bytes each; older ones need the server. */
export const KEPT_MAX = 500

const NO_HASH = `0x${'0'.repeat(64)}`

/** The machine in the server's form, with a placeholder state. */
const asNamed = (machine: KeptMachine): Machine => ({
  ...machine,
  state: 'paused',
  boughtAt: 0,
  paidUntil: null,
  periodsLeft: 0,
  txHash: NO_HASH,
})

const signedIn = (): string | null => {
  const session = getSession()
  return session.status === 'signed-in' ? session.address : null
}

type Check = typeof import('../schemas.ts')['parseAnswer']
const loadCheck = async (): Promise<Check> => (await import('../schemas.ts')).parseAnswer

const readStoredMachines = (check: Check): StoredMachines | null => {
  try {
    const kept = JSON.parse(readStored(STORAGE_KEYS.machines) ?? 'null') as StoredMachines | null
    if (kept === null || kept.address !== signedIn()) return null
    check('publicConfig', kept.config)
    check('miningDetail', { items: kept.machines.map(asNamed), nextCursor: null })
    return kept
  } catch {
    return null // what is there is not ours: the next answer of the server replaces it
  }
}

/** Whether the server did not answer, or answered with an internal error. */
export const isSilence = (error: unknown): boolean => error instanceof ApiError && error.retryable

setConfigStandIn(async (answer) => {
  try {
    return await withinPatience(answer)
  } catch (error) {
    if (!isSilence(error) || readStored(STORAGE_KEYS.machines) === null) return answer // which may still come
    const kept = loadCheck()
      .then(
        (check) => readStoredMachines(check)?.config,
        () => undefined,
      )
      .then((found) => found ?? answer)
    return Promise.race([answer.catch(() => kept), kept])
  }
})

const ofSameContract = ({ config }: StoredMachines, { chain, contracts }: Config): boolean =>
  config.chain.chainId === chain.chainId && config.contracts.DigitalRights === contracts.DigitalRights

/** Stored machines of the signed-in user on this chain and contract, newest first. */
export const keptMachines = async (config: Config): Promise<readonly KeptMachine[]> => {
  const kept = readStoredMachines(await loadCheck())
  return kept !== null && ofSameContract(kept, config) ? kept.machines : []
}

const newestFirst = (a: KeptMachine, b: KeptMachine): number =>
  BigInt(a.machineId) < BigInt(b.machineId) ? 1 : -1

const partOf = ({ machineId, productId, name, tier, power, lifeEnd }: Machine): KeptMachine => ({
  machineId,
  productId,
  name,
  tier,
  power,
  lifeEnd,
})

/**
 * Stores machines that the server listed for `address`, together with earlier ones; returns the number
 * stored. Writes nothing once that session is over.
 */
export const keepMachines = async (
  address: string,
  config: Config,
  named: readonly Machine[],
): Promise<number> => {
  const check = await loadCheck()
  if (signedIn() !== address) return 0
  const kept = readStoredMachines(check)
  const before = kept !== null && ofSameContract(kept, config) ? kept.machines : []
  const byId = new Map([...before, ...named.map(partOf)].map((machine) => [machine.machineId, machine]))
  const machines = [...byId.values()].sort(newestFirst).slice(0, KEPT_MAX)
  const text = JSON.stringify({ address, config, machines } satisfies StoredMachines)
  if (text !== readStored(STORAGE_KEYS.machines)) writeStored(STORAGE_KEYS.machines, text)
  return machines.length
}
