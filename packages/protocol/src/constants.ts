/**
 * Constants of the requirement (§9) and of docs/product.md shared by app and server. Units are in the
 * names.
 */

/** Anvil on a developer's machine. */
export const LOCAL_CHAIN_ID = 31_337
export const APP_VERSION = '1.0.6'
export const HOUR_SECONDS = 3_600
export const DAY_SECONDS = 24 * HOUR_SECONDS
export const APPROVAL_AMOUNT_MAX = 90_000_000_000_000_000_000_000_000_000n // 9e28 base units
export const APPROVAL_GAS_LIMIT = 60_000n
export const ELECTRICITY_FEE_DRGV = 6n * 10n ** 18n // per machine and period
export const ELECTRICITY_PERIOD_DAYS = 30
/** Keeps one call's gas far below half a block; a larger order is split into successive vouchers. */
export const MACHINE_BATCH_MAX = 100
export const VOUCHER_LIFETIME_SECONDS = 600
export const SWAP_VOUCHER_LIFETIME_SECONDS = 60
export const OPEN_VOUCHERS_PER_NONCE_MAX = 3
export const COLLECT_INTERVAL_SECONDS = 1 * HOUR_SECONDS
/** Minimum of accrued DR for collecting, base units. */
export const COLLECT_MINIMUM = 10n ** 17n
/**
 * Initial settings of the contracts, each changeable on chain: the burn of a withdrawal, a swap's fee, and
 * the USDR share of POD power's price.
 */
export const WITHDRAWAL_BURN_BPS = 500n
export const SWAP_FEE_BPS = 30n
export const POD_POWER_USDR_SHARE_BPS = 5_000n
/**
 * Seconds in which a change announced by the time-lock can be executed once it is ready; then it expires
 * (`AdminTimelock.sol`).
 */
export const TIMELOCK_EXECUTION_WINDOW_SECONDS = 14 * DAY_SECONDS
/** POD power for each dollar of a purchase; an audit bounds dividends of all weeks by it (ADR 0073). */
export const POD_POWER_BPS = 20_000n
/** Maximum deviation of a quoted price from the oracle's average; fixed in the contracts. */
export const PRICE_TOLERANCE_BPS = 500n
export const BPS = 10_000n
export const PERMILLE = 1_000n
export const WITHDRAWAL_MINIMUM_DR = 10n * 10n ** 18n
export const WITHDRAWAL_MINIMUM_USDT = 10n * 10n ** 18n
export const WITHDRAWAL_DAILY_LIMIT_USD = 10_000n * 10n ** 18n
export const REQUEST_KEY_LENGTH = 16
export const REQUEST_TIMEOUT_MS = 60_000
export const REQUEST_CLOCK_SKEW_MS = 300_000
export const REQUEST_BODY_MAX_BYTES = 65_536
/** Hours that a proposal waits for its second operator (ADR 0024). */
export const PROPOSAL_HOURS = 72
export const PAGE_LIMIT_MAX = 100
/** Number of weekly buyers who share the growth prize (ADR 0011). */
export const GROWTH_WINNERS = 20
/** Maximum of a growth prize, in 1/10,000 of what its winner bought: an audit's bound (ADR 0073). */
export const POD_PRIZE_CAP_BPS = 1_000n
/** Number of counted places in the growth ranking; users behind them see only that. */
export const GROWTH_RANK_MAX = 1_000
export const PAGE_LIMIT_DEFAULT = 20
export const NONCE_LIFETIME_MS = 300_000
export const SESSION_LIFETIME_MS = 86_400_000
export const LOGOUT_DELAY_MS = 1_000
export const LOGOUT_THROTTLE_MS = 1_500
export const DEBOUNCE_MS = 500
export const TOAST_MS = 2_000
export const ERROR_TOAST_MS = 1_500
export const PAGE_PENDING_MS = 200
export const PAGE_TIMEOUT_MS = 60_000
export const CHUNK_TIMEOUT_MS = 120_000
export const CODE_COUNTDOWN_SECONDS = 60
export const CODE_LENGTH = 6
export const TEXTAREA_MAX_LENGTH = 140
export const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'
export const LOCALES = ['zh-CN', 'zh-TW', 'en', 'ko', 'ja', 'ms', 'vi'] as const
export type Locale = (typeof LOCALES)[number]
/** Name of each language in itself. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  en: 'English',
  ko: '한국어',
  ja: '日本語',
  ms: 'Bahasa Melayu',
  vi: 'Tiếng Việt',
}
export const DEFAULT_LOCALE: Locale = 'zh-CN'
/** Last argument of `deposit` on chain: 1 = subscribe (requirement §7). */
export const DEPOSIT_ORDER_KIND = 1n
/**
 * The emission contract's schedule (docs/product.md 5): base units of DR on the first day, and the days
 * until each halving.
 */
export const EMISSION_FIRST_PER_DAY = 20_000n * 10n ** 18n
export const EMISSION_HALVING_DAYS = 1_825
export const EMISSION_TOTAL = 73_000_000n * 10n ** 18n
/**
 * `POWER_FLOOR` of the emission contract, in T: each T earns emission / max(network power, this); the rest
 * is owed to no account.
 */
export const POWER_FLOOR = 400_000
/** Windows of the oracle's `average` and `day` (`PriceOracle.sol`). */
export const ORACLE_SHORT_WINDOW_SECONDS = 1_800
export const ORACLE_LONG_WINDOW_SECONDS = 24 * HOUR_SECONDS
/** Default terms of a machine: 80 % USDT, 20 % DRGV by value. */
export const MACHINE_TERMS = { drgvShareBps: 2_000, lifeDays: 720 } as const
/** A user may buy this fraction (1/20) of a product's stock. */
export const PER_USER_STOCK_PARTS = 20
/**
 * Limits of a product: its price in USD (18 decimals) and the part of it in DRGV. Well within those of
 * `DigitalRights` (1 to 100,000 USD, 5 to 95 %), so that rounding and price moves leave no quote outside.
 */
export const MACHINE_PRICE = { min: 10n ** 18n, max: 50_000n * 10n ** 18n } as const
/**
 * T of power for a USD of a product's price, at most: a machine's power is on no chain, so an audit bounds what
 * machines can mine by what was paid for them (ADR 0073).
 */
export const POWER_PER_USD_MAX = 1n
/** Income of a package's position in a year, at most, as a multiple of its principal's value: an audit's bound (ADR 0073). */
export const PACKAGE_YEAR_INCOME_MAX = 1n
export const MACHINE_DRGV_SHARE_BPS = { min: 1_000, max: 9_000 } as const
/** Minimum DR burned for POD power. */
export const POD_POWER_MINIMUM_DR = 10n * 10n ** 18n
/** Days before an end on which the reminders' card and the next action name it. */
export const REMIND_DAYS = 3
export const PRICE_RANGES = ['24h', '7d', '30d'] as const
/** Ranges of the chart of a user's accounts. */
export const BALANCE_RANGE_NAMES = ['1m', '3m', '1y', 'all'] as const
export type PriceRange = (typeof PRICE_RANGES)[number]
export const EMAIL_CODE_LIFETIME_MS = 600_000
export const EMAIL_CODES_PER_DAY = 5
/** Wrong attempts for one code; then a new code is needed. */
export const EMAIL_CODE_TRIES = 5
/** Wrong payment passwords of one account a day. */
export const PAYMENT_PASSWORD_TRIES = 5
/** Time for a wallet to sign a binding of an e-mail or a reset of a password. */
export const SIGNING_LIFETIME_MS = 600_000
/** Base units; `CLAIM_MIN` of the vaults. */
export const TRANSFER_MINIMUM = 10n ** 18n
/** Sum of a team's stakes and pledges for V0 … V6, USD with 18 decimals (docs/product.md 9). */
export const LEVEL_THRESHOLDS_USD = [0n, 5_000n, 20_000n, 100_000n, 500_000n, 2_000_000n, 10_000_000n].map(
  (usd) => usd * 10n ** 18n,
)
