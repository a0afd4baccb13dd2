/**
 * Every call by name: those exported by the files of this folder. The server accepts no other routes;
 * OpenAPI, the client and the spec map follow.
 */
import type { Call } from '../call.ts'
import * as common from './common.ts'
import * as community from './community.ts'
import * as dividends from './dividends.ts'
import * as fundFlows from './fund-flows.ts'
import * as game from './game.ts'
import * as mining from './mining.ts'
import * as notices from './notices.ts'
import * as operator from './operator.ts'
import * as operatorNotices from './operator-notices.ts'
import * as operatorOffers from './operator-offers.ts'
import * as packages from './packages.ts'
import * as podPower from './pod-power.ts'
import * as open from './public.ts'
import * as recharge from './recharge.ts'
import * as roots from './roots.ts'
import * as security from './security.ts'
import * as sessions from './sessions.ts'
import * as settings from './settings.ts'
import * as swap from './swap.ts'
import * as transfers from './transfer.ts'
import * as userMining from './user-mining.ts'
import * as userMoney from './user-money.ts'
import * as users from './users.ts'
import * as withdrawal from './withdrawal.ts'

type CallsOf<Module> = {
  readonly [Name in keyof Module as Module[Name] extends Call ? Name : never]: Module[Name]
}

const isCall = (exported: unknown): boolean =>
  typeof exported === 'object' && exported !== null && 'path' in exported && 'limit' in exported

const callsOf = <Module extends object>(module: Module): CallsOf<Module> =>
  Object.fromEntries(Object.entries(module).filter(([, exported]) => isCall(exported))) as CallsOf<Module>

export const CALLS = {
  ...callsOf(common),
  ...callsOf(community),
  ...callsOf(dividends),
  ...callsOf(fundFlows),
  ...callsOf(game),
  ...callsOf(mining),
  ...callsOf(notices),
  ...callsOf(operator),
  ...callsOf(operatorNotices),
  ...callsOf(operatorOffers),
  ...callsOf(packages),
  ...callsOf(podPower),
  ...callsOf(open),
  ...callsOf(recharge),
  ...callsOf(roots),
  ...callsOf(security),
  ...callsOf(sessions),
  ...callsOf(settings),
  ...callsOf(swap),
  ...callsOf(transfers),
  ...callsOf(userMining),
  ...callsOf(userMoney),
  ...callsOf(users),
  ...callsOf(withdrawal),
} as const

export type CallName = keyof typeof CALLS
/** A call of this folder, or the union of several. */
export type DeclaredCall<Name extends CallName = CallName> = (typeof CALLS)[Name]
