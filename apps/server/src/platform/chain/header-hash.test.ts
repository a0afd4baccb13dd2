import { type Anvil, startAnvil } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readHeader } from '../../../test/engines/scripted-chain.ts'
import { hashOfHeader, isTrueHeader } from './header-hash.ts'

/** Block 55,475,597 of BNB Smart Chain's test network, after its Pascal upgrade, as a node returns it. */
const BSC_HEADER = {
  hash: '0xc28a31508a6f9c7376bc49e9b28529e3316dbc4e23205eacfb552ca4c7aecc97',
  parentHash: '0x053e82c0a815b741826b338cb3fd1346a098ea0d69dcca5f56673731279be1db',
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  miner: '0x90409f56966b5da954166eb005cb1a8790430ba1',
  stateRoot: '0x1677499391845cd0e4913642a3f0353063771425a85ce440b3682e12b2c06757',
  transactionsRoot: '0xd0dd7a6c34eed0e99104d34f21a11aa2cbe1cad2d7c2677db297fe921b870d6f',
  receiptsRoot: '0x0dde1b798eff095db7ca4693cb1203d74da3430698e9acdc914fa7513e4d2127',
  logsBloom:
    '0x00000000400000000000004000002000000000000800000000000200000000000000108000000000000000000000000010000000000000000000000000200000000000000080100000000008100000002010000000000000000000000000000200080020000200000000000001000000080400000010000000000010000000000000000000000000000000000002000000000400000000008000000000000020020000002000002008000000020000000000000000000000008000000000000000000002000000000004140000000000000000000000001000104002000000000010000000000000010000040000010000008000000000004101000000001000',
  difficulty: '0x2',
  number: '0x34e7d8d',
  gasLimit: '0x5e12647',
  gasUsed: '0x5c027',
  timestamp: '0x6855884d',
  extraData:
    '0xd88301050d846765746888676f312e32332e39856c696e757800000038469028f8b27fb86097ecebb7fe6367c2f85d8fae3eeef6b0f2d1fe572a8671e078259179fe7d72e6b216eb8ce017b281bcb5e7c837f4fa41095b7c7f8089be29478774536b76f5dc63f404b943f184f8c58fc326979fc8dfebc3802cd8f762e1c2a4b169bbcdacaef84c84034e7d8ba0dd0eaf7f4e73b61b6b232358e235ee879b8e321d7c8f976c4242db55275c80a284034e7d8ca0053e82c0a815b741826b338cb3fd1346a098ea0d69dcca5f56673731279be1db806e89d76116b905e9585ed4a1870491457cd08f1cfad09fcb89c0557bf5e7d7f420b8c480a6dfac71c9ac4454b459041626e4f539e912ccf5bf6392733307dcbc00',
  mixHash: '0x0000000000000000000000000000000000000000000000000000000000000000',
  nonce: '0x0000000000000000',
  baseFeePerGas: '0x0',
  withdrawalsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  blobGasUsed: '0x0',
  excessBlobGas: '0x0',
  parentBeaconBlockRoot: '0x0000000000000000000000000000000000000000000000000000000000000000',
  requestsHash: '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  totalDifficulty: '0x6993715',
  size: '0x5db',
  uncles: [],
  milliTimestamp: '0x1978e1c6cc8',
}

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil.stop())

test('headers of BNB Smart Chain and of Anvil give their own hashes', async () => {
  expect(hashOfHeader(BSC_HEADER)).toBe(BSC_HEADER.hash)
  await anvil.mine(2)
  for (const block of ['0x0', '0x1', 'latest'] as const) {
    expect(isTrueHeader(await readHeader(anvil, block))).toBe(true)
  }
})

/** Unused fields, which no hash covers. */
const UNPROVEN = ['totalDifficulty', 'size', 'uncles', 'milliTimestamp']

test.each(Object.keys(BSC_HEADER).filter((name) => !UNPROVEN.includes(name)))(
  'a header with another %s, or with none, is not true',
  (name) => {
    const value = (BSC_HEADER as unknown as Record<string, string>)[name] as string
    expect(
      isTrueHeader({ ...BSC_HEADER, [name]: value.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) }),
    ).toBe(false)
    expect(isTrueHeader({ ...BSC_HEADER, [name]: undefined })).toBe(false)
  },
)

test('what is no header is not true', () => {
  for (const value of [null, 'x', {}, [], { hash: BSC_HEADER.hash }, { ...BSC_HEADER, miner: 7 }])
    expect(isTrueHeader(value)).toBe(false)
})
