/**
 * For two operators: books the loss of an amount that left a vault without a journal, or that the books of the paid
 * account did not cover, against the vault's recapitalisation (ADR 0046). `node apps/server/src/bin/post-loss.ts <vault> <DR or USDT> <base units>
 * <transaction> <who> <and who> <why>`, with the server's environment. With PGlite the server has to be
 * stopped. Idempotent.
 */
import { parseArgs } from 'node:util'
import { VAULT_TOKENS } from '@dr/protocol/tokens'
import type { Hex } from 'viem'
import { postLoss } from '../modules/solvency/index.ts'
import { createReserveReader } from '../modules/withdrawal/index.ts'
import { readConfig } from '../platform/config/config.ts'
import { lowerHex } from '../platform/hex.ts'
import { createLogger } from '../platform/logger.ts'
import { runProgram } from '../platform/programs/run-program.ts'
import { openFoundation } from './server/open-foundation.ts'

await runProgram(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [index = '', name = '', amount = '', hash = '', first = '', second = '', why = ''] = positionals
  const place = VAULT_TOKENS.find(({ vault, token }) => String(vault) === index && token === name)
  const isComplete = /^[1-9]\d{0,77}$/.test(amount) && /^0x[0-9a-f]{64}$/i.test(hash)
  if (place === undefined || !isComplete || first === '' || second === '' || why === '') {
    process.stderr.write(
      'usage: post-loss.ts <vault> <DR or USDT> <base units> <transaction> <who decided> <and who> <why>\n',
    )
    process.exit(2)
  }
  const config = readConfig(process.env, [])
  const logger = createLogger(config.logLevel)
  const { client, database, close } = await openFoundation(config, logger)
  try {
    const readReserves = createReserveReader({ client, contracts: config.contracts })
    const txHash = lowerHex(hash as Hex)
    const loss = { ...place, amount: BigInt(amount), txHash, by: [first, second] as const, why }
    const { journalId, replayed } = await database.transaction((tx) => postLoss(tx, readReserves, loss))
    logger.info({ ...loss, amount, journalId: journalId.toString(), replayed }, 'the loss is posted')
  } finally {
    await close()
  }
})
