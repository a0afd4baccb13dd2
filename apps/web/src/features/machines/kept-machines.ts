/**
 * The account's machines as they were shown last, kept in this browser over a restart: where the server does
 * not name them, their electricity can still be paid (ADR 0042).
 */
import type { Machine, MachineState } from '@dr/protocol/calls/user-mining'
import { periodsLeft } from '@dr/protocol/rules/paid-until'
import type { Address } from 'viem'
import { addressKey, readStored, writeStored } from '../../api/storage.ts'

/** Newest first; some 250 bytes each. */
const KEPT_MAX = 500

const keyOf = (address: Address): string => addressKey('machines', address)

const isMachine = (value: unknown): value is Machine => {
  const { machineId, lifeEnd, paidUntil } = (value ?? {}) as Partial<Record<keyof Machine, unknown>>
  return (
    typeof machineId === 'string' &&
    /^\d+$/.test(machineId) &&
    typeof lifeEnd === 'number' &&
    (paidUntil === null || typeof paidUntil === 'number')
  )
}

const read = (address: Address): readonly Machine[] => {
  try {
    const kept: unknown = JSON.parse(readStored(keyOf(address)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isMachine) : []
  } catch {
    return []
  }
}

const newestFirst = (a: Machine, b: Machine): number => (BigInt(a.machineId) < BigInt(b.machineId) ? 1 : -1)

/** Those that are shown now, with those that were shown before. */
export const keepMachines = (address: Address, shown: readonly Machine[]): void => {
  if (shown.length === 0) return
  const byId = new Map([...read(address), ...shown].map((machine) => [machine.machineId, machine]))
  const text = JSON.stringify([...byId.values()].sort(newestFirst).slice(0, KEPT_MAX))
  if (text !== readStored(keyOf(address))) writeStored(keyOf(address), text)
}

const stateAt = (now: number, { paidUntil }: Machine): MachineState => {
  if (paidUntil === null) return 'not-activated'
  return paidUntil > now ? 'producing' : 'paused'
}

/**
 * As far as they are not at the end of their life at `now` (Unix seconds). What was paid elsewhere since is
 * not known here: the chain is asked before anything is signed.
 */
export const keptMachines = (address: Address, now: number): Machine[] =>
  read(address)
    .map((machine) => ({
      ...machine,
      state: stateAt(now, machine),
      periodsLeft: periodsLeft({ at: now, paidUntil: machine.paidUntil, lifeEnd: machine.lifeEnd }),
    }))
    .filter((machine) => machine.lifeEnd > now)
