import type around from './catalogs/zh-CN/around.json'
import type assets from './catalogs/zh-CN/assets.json'
import type backpack from './catalogs/zh-CN/backpack.json'
import type common from './catalogs/zh-CN/common.json'
import type community from './catalogs/zh-CN/community.json'
import type dividend from './catalogs/zh-CN/dividend.json'
import type earnings from './catalogs/zh-CN/earnings.json'
import type errors from './catalogs/zh-CN/errors.json'
import type exchange from './catalogs/zh-CN/exchange.json'
import type game from './catalogs/zh-CN/game.json'
import type home from './catalogs/zh-CN/home.json'
import type local from './catalogs/zh-CN/local.json'
import type notices from './catalogs/zh-CN/notices.json'
import type operator from './catalogs/zh-CN/operator.json'
import type packages from './catalogs/zh-CN/packages.json'
import type platform from './catalogs/zh-CN/platform.json'
import type power from './catalogs/zh-CN/power.json'
import type rates from './catalogs/zh-CN/rates.json'
import type security from './catalogs/zh-CN/security.json'
import type shell from './catalogs/zh-CN/shell.json'
import type shortage from './catalogs/zh-CN/shortage.json'
import type start from './catalogs/zh-CN/start.json'
import type transaction from './catalogs/zh-CN/transaction.json'
import type wallet from './catalogs/zh-CN/wallet.json'
import type withdrawal from './catalogs/zh-CN/withdrawal.json'

/**
 * Every message id, derived from the zh-CN catalogs; `catalogs.test.ts` compares the other languages with
 * them.
 */
export type MessageKey =
  | keyof typeof around
  | keyof typeof assets
  | keyof typeof backpack
  | keyof typeof common
  | keyof typeof community
  | keyof typeof dividend
  | keyof typeof earnings
  | keyof typeof errors
  | keyof typeof exchange
  | keyof typeof game
  | keyof typeof home
  | keyof typeof local
  | keyof typeof notices
  | keyof typeof operator
  | keyof typeof packages
  | keyof typeof platform
  | keyof typeof power
  | keyof typeof rates
  | keyof typeof security
  | keyof typeof shell
  | keyof typeof shortage
  | keyof typeof start
  | keyof typeof transaction
  | keyof typeof wallet
  | keyof typeof withdrawal
