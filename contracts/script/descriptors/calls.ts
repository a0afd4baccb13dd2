/**
 * All state-changing calls, by contract: shown to the user who signs it, or with the reason why no user does.
 * A missing call, parameter or contract does not compile.
 */
import { DEPOSIT_ORDER_KIND } from '@dr/protocol/constants'
import type { Abi, ContractFunctionName } from 'viem'
import type { digitDrawAbi } from '../../abi/digit-draw.ts'
import type { digitalRightsAbi } from '../../abi/digital-rights.ts'
import type { drAbi } from '../../abi/dr.ts'
import type { drgvAbi } from '../../abi/drgv.ts'
import type { exchangeAbi } from '../../abi/exchange.ts'
import type { rootRegistryAbi } from '../../abi/root-registry.ts'
import type { testUsdtAbi } from '../../abi/test-usdt.ts'
import type { usdrAbi } from '../../abi/usdr.ts'
import type { withdrawalVaultAbi } from '../../abi/withdrawal-vault.ts'
import type { ContractName } from '../contracts.ts'
import {
  address,
  allowance,
  amount,
  amountOrAll,
  each,
  type FieldText,
  type FormatText,
  hidden,
  innerCalls,
  only,
  raw,
  until,
} from './format.ts'
import { voucherFormat } from './vouchers.ts'

type Writes<A extends Abi> = ContractFunctionName<A, 'nonpayable' | 'payable'>
type Parameter<A extends Abi, F> = Extract<
  Extract<A[number], { type: 'function'; name: F }>['inputs'][number],
  { name: string }
>['name']
/** Reason why no user signs it. */
interface NotSigned {
  readonly notSigned: string
}
type Calls<A extends Abi> = {
  readonly [F in Writes<A>]:
    | NotSigned
    | (FormatText & { readonly fields: { readonly [P in Parameter<A, F>]: FieldText } })
}

const byRole = { notSigned: 'an operator’s, refused to everyone else' } as const
const byAnyone = {
  notSigned: 'open to anyone, and made by the operators’ programs: it moves nothing of the caller’s',
}
const ofContract = { notSigned: 'another contract’s alone' } as const
const notByApp = { notSigned: 'the app never asks for it; wallets know it from the standard' } as const

const roles = {
  pause: byRole,
  unpause: byRole,
  revokeSigner: byRole,
  setPauser: byRole,
  setSigner: byRole,
  setStandbySigner: byRole,
} as const

const named = hidden('the token is named with its amount')
const part = hidden('a part of the signature, which the token checks')

const digitalRights: Calls<typeof digitalRightsAbi> = {
  ...roles,
  setUsdrShareBps: byRole,
  buyMachine: voucherFormat('buy-machine'),
  activateMachine: voucherFormat('activate-machine'),
  buyPODpower: voucherFormat('buy-pod-power'),
  buyPODpowerAgain: voucherFormat('buy-pod-power-again'),
  renew: {
    intent: 'Activate or renew',
    fields: { periods: raw('Periods of 30 days'), machineIDs: each('Machine') },
  },
  deposit: {
    intent: 'Subscribe to a package',
    fields: {
      amount: amount('To the node vault', { field: 'token' }),
      packageId: raw('Package and income'),
      token: named,
      orderKind: only(Number(DEPOSIT_ORDER_KIND), 'a subscription; the contract takes no other'),
    },
  },
  selfPermit: {
    intent: 'Approve',
    fields: {
      value: allowance('Approval amount', { field: 'token' }),
      deadline: until,
      token: named,
      v: part,
      r: part,
      s: part,
    },
  },
  multicall: { intent: 'Several calls in one', fields: { data: innerCalls('Call') } },
}

const exchange: Calls<typeof exchangeAbi> = {
  ...roles,
  setCap: byRole,
  setFeeBps: byRole,
  flushFees: byAnyone,
  recordDepths: byAnyone,
  swapToken: voucherFormat('swap-token'),
}

const rootRegistry: Calls<typeof rootRegistryAbi> = {
  post: byRole,
  confirm: byRole,
  veto: byRole,
  setAttester: byRole,
  setWitness: byRole,
  lockClaims: { intent: 'Lock claims and transfers', fields: {} },
  unlockClaims: { intent: 'Unlock claims and transfers, after three days', fields: {} },
}

const proof = hidden('the contract refuses a wrong one, and a right one changes no amount')

const withdrawalVault: Calls<typeof withdrawalVaultAbi> = {
  ...roles,
  setBurnBps: byRole,
  setCaps: byRole,
  recordDeposit: ofContract,
  claim: {
    intent: 'Withdraw by your own call',
    fields: { amount: amountOrAll('Deducted', { field: 'token' }), token: named, proof },
  },
  transferWithin: {
    intent: 'Transfer to another user',
    fields: {
      to: address('Recipient', 'eoa'),
      amount: amount('Amount', { field: 'token' }),
      token: named,
      proof,
    },
  },
  withdrawDR: voucherFormat('withdraw-dr'),
  withdrawUSDT: voucherFormat('withdraw-usdt'),
}

const digitDraw: Calls<typeof digitDrawAbi> = {
  open: byRole,
  returnBond: byRole,
  setDrawer: byRole,
  reveal: byAnyone,
  expire: byAnyone,
  fundPot: { notSigned: 'a gift to the pot, which the app does not offer' },
  postBond: { notSigned: 'the drawer’s bond' },
  enter: {
    intent: 'Enter the draw',
    fields: {
      amount: amount('Burned permanently', 'DR'),
      drawId: raw('Round'),
      digit: raw('Digit'),
    },
  },
  claim: {
    intent: 'Claim from the draw',
    fields: { drawId: raw('Round'), account: address('To', 'wallet') },
  },
}

const approve = {
  intent: 'Approve',
  fields: {
    spender: address('Approved contract', 'contract'),
    value: allowance('Approval amount', 'called'),
  },
} as const
const transfer = {
  intent: 'Send',
  fields: { value: amount('Amount', 'called'), to: address('To', 'eoa') },
} as const
const standard = { approve, transfer, transferFrom: notByApp, permit: notByApp } as const

const fixedSupplyToken: Calls<typeof drAbi> & Calls<typeof drgvAbi> = {
  ...standard,
  burn: notByApp,
  burnFrom: notByApp,
}

const usdr: Calls<typeof usdrAbi> = {
  ...standard,
  depositFor: {
    intent: 'Wrap USDT to USDR',
    fields: { value: amount('From your wallet', 'USDT'), account: address('To', 'wallet') },
  },
  withdrawTo: {
    intent: 'Unwrap USDR to USDT',
    fields: { value: amount('From your wallet', 'called'), account: address('To', 'wallet') },
  },
}

const testUsdt: Calls<typeof testUsdtAbi> = {
  approve,
  transfer,
  transferFrom: notByApp,
  claim: { notSigned: 'the test network’s faucet, which the server asks' },
}

const operators = { notSigned: 'no user calls it' } as const

/** By contract. */
export const CALLS: Readonly<
  Record<ContractName, Readonly<Record<string, NotSigned | FormatText>> | NotSigned>
> = {
  AdminTimelock: operators,
  DR: fixedSupplyToken,
  DRGV: fixedSupplyToken,
  DigitDraw: digitDraw,
  DigitalRights: digitalRights,
  Emission: operators,
  Exchange: exchange,
  Funding: operators,
  PoolSeeder: operators,
  PriceOracle: operators,
  ResultRegistry: operators,
  RootRegistry: rootRegistry,
  TestUSDT: testUsdt,
  TreasuryVesting: operators,
  USDR: usdr,
  WithdrawalVault: withdrawalVault,
}

/** The calls of a contract that users sign, by their names. */
export const signedCalls = (name: ContractName): readonly (readonly [string, FormatText])[] =>
  Object.entries(CALLS[name] as Readonly<Record<string, NotSigned | FormatText>>).flatMap(([call, text]) =>
    typeof text === 'object' && 'intent' in text ? [[call, text] as const] : [],
  )
