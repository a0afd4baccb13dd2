import type { ModuleParts } from '../../platform/module-parts.ts'
import type { Tick } from '../../platform/tick.ts'
import { conductDraws } from './conduct-draws.ts'
import type { GameDeps } from './deps.ts'
import { drawHandlers, drawNumbers } from './record-draws.ts'
import { gameRoutes } from './routes.ts'

const CONDUCT_SECONDS = 5

const conductTick = (deps: GameDeps, { sender, key }: NonNullable<GameDeps['drawer']>): Tick => ({
  name: 'game.conduct-draws',
  schedule: CONDUCT_SECONDS,
  run: (signal) =>
    conductDraws(
      { ...deps, contract: deps.contracts.DigitDraw, drawer: sender, drawerKey: key, opens: deps.on },
      signal,
    ),
})

/**
 * The digit draw (docs/product.md 10). Its money never touches the ledger: pot, bond and prizes are the
 * contract's.
 */
export const createGameModule = (deps: GameDeps): ModuleParts => ({
  routes: gameRoutes(deps),
  eventHandlers: drawHandlers(deps.contracts.DigitDraw),
  chainNumbers: drawNumbers(deps.contracts.DigitDraw),
  advanceHooks: [],
  ticks: deps.drawer ? [conductTick(deps, deps.drawer)] : [],
})
