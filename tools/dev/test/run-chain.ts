/**
 * Parent process for `chain.test.ts` to kill: starts the chain of the given folder, prints `up`, and waits.
 */
import { startBlocks } from '../chain/clock.ts'
import { startChain } from '../chain/start-chain.ts'

const [port = '', chainDirectory = ''] = process.argv.slice(2)
const chain = await startChain({ port: Number(port), chainDirectory })
await chain.keep()
await startBlocks(chain.rpc)
process.stdout.write('up\n')
process.once('SIGTERM', () => void chain.stop().then(() => process.exit(0)))
