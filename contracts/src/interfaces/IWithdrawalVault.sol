// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IBurnable} from "./IBurnable.sol";
import {IPriceOracle} from "./IPriceOracle.sol";
import {IRootRegistry, Proof} from "./IRootRegistry.sol";

/// @title WithdrawalVault: holds one account's tokens for all users, and pays them out
/// @notice There are three, one an account: 0 miner, 1 deflation, 2 node. What comes in may leave only to a
/// user: by a voucher, within daily limits, or by the user's own call, up to what a final root says it earned
/// and what it put in, less what left (`claim`). There is no other way out, and no call by which the admin
/// moves tokens. The admin does name the signer, after 14 days in the time-lock, and the signer's key alone can
/// pay up to the daily limits to accounts of its own (docs/security/trust-map.md).
/// @dev What leaves within any 24 hours is bounded for the vault and token, by `max(vaultDailyBps of (balance
/// + what left within the day), vaultDailyFloor)`. The reserve is taken as it was before the day's payments,
/// so that the limit does not shrink while it is used; the floor lets a young or small vault pay at all, and
/// bounds the day of such a vault. The limit for each account keeps one account from using up the vault's
/// day; it does not bound the signer, whose vouchers may be for any number of accounts. It is the lower of
/// `accountDaily` and a quarter of the vault's limit, but never less than the greatest minimum withdrawal
/// there can be (`DR_DAILY_FLOOR_MIN`, `USDT_DAILY_FLOOR_MIN`). Hours are counted whole: what left frees up
/// between 24 and 25 hours later. What was deposited today and yesterday is no part of the reserve, or
/// capital for one block would raise the limit. Claims neither use the limits nor are bounded by them.
interface IWithdrawalVault {
    /// @notice What a vault is, and what it is wired to; fixed at deployment.
    /// @param index 0 miner, 1 deflation, 2 node. Only 1 and 2 pay USDT.
    /// @param depositor DigitalRights, for the node vault, where principal comes in; zero for the others.
    /// @param rootRegistry Says what accounts earned. Deployed after the vaults, so its address is predicted.
    struct Setup {
        uint256 index;
        IBurnable dr;
        IERC20 usdt;
        IPriceOracle oracle;
        address depositor;
        IRootRegistry rootRegistry;
    }

    /// @notice Limits of what leaves within a day, for one token. One storage slot.
    /// @param vaultDailyBps Share of the reserve, in 1/10,000: `VAULT_DAILY_BPS_MIN` … `VAULT_DAILY_BPS_MAX`.
    /// @param vaultDailyFloor Base units the vault may always pay a day: `DR_DAILY_FLOOR_MIN` or
    /// `USDT_DAILY_FLOOR_MIN` … `VAULT_DAILY_FLOOR_MAX`.
    /// @param accountDaily Base units one account may be paid a day at most: `ACCOUNT_DAILY_MIN` …
    /// `ACCOUNT_DAILY_MAX`.
    struct Caps {
        uint16 vaultDailyBps;
        uint112 vaultDailyFloor;
        uint112 accountDaily;
    }

    /// @notice `account` took `amount` of DR out of this vault: `burnAmount` of it was burned, the rest was
    /// sent to it.
    /// @param nonce The voucher's nonce.
    /// @param orderId The server's order, a UUIDv7 as a 128-bit number.
    /// @param digest The voucher's EIP-712 digest.
    event WithdrawnDR(
        address indexed account,
        uint256 nonce,
        uint256 indexed orderId,
        uint256 amount,
        uint256 burnAmount,
        bytes32 digest
    );
    /// @notice `account` took `amount` of USDT out of this vault, and `burnAmount` of DR was burned out of
    /// its wallet.
    /// @param nonce The voucher's nonce.
    /// @param orderId The server's order, a UUIDv7 as a 128-bit number.
    /// @param burnAmount What was really burned: `usdtBurnOf(amount, the voucher's)` at that moment.
    /// @param digest The voucher's EIP-712 digest.
    event WithdrawnUSDT(
        address indexed account,
        uint256 nonce,
        uint256 indexed orderId,
        uint256 amount,
        uint256 burnAmount,
        bytes32 digest
    );
    /// @notice `account` took `amount` out of this vault by its own call.
    /// @param epoch Of the root that it proved; 0: none.
    /// @param nonce The voucher nonce that it used up.
    /// @param withheld Of `amount`: DR that was burned, or USDT that stays in the vault for its pool.
    event Claimed(
        address indexed account,
        address indexed token,
        uint256 indexed epoch,
        uint256 nonce,
        uint256 amount,
        uint256 withheld
    );
    /// @notice `amount` of what `from` could claim is now `to`'s. No token moved.
    /// @param epoch Of the root that `from` proved; 0: none.
    /// @param nonce The voucher nonce that `from` used up.
    event TransferredWithin(
        address indexed from, address indexed to, address indexed token, uint256 epoch, uint256 nonce, uint256 amount
    );
    /// @notice `account` deposited `amount` of `token`, which DigitalRights sent here.
    event DepositRecorded(address indexed account, address indexed token, uint256 amount);
    /// @notice The share of a withdrawal that is burned is now `bps` / 10,000.
    event BurnRateSet(uint256 bps);
    /// @notice The daily limits of `token` are now `caps`.
    event CapsSet(address indexed token, Caps caps);

    /// @notice An amount of zero.
    error AmountZero();
    /// @notice `burnAmount` is not what the vault's rate gives for this amount: more than that, or less than
    /// for the part that is beyond the account's unreturned deposits. Of a withdrawal of USDT: it is 0, although
    /// the rate burns `expected` of that part's value.
    error BurnAmountWrong(uint256 burnAmount, uint256 expected);
    /// @notice This vault has paid `used` of `limit` within the last day; `amount` more does not fit.
    error VaultDailyCapExceeded(uint256 amount, uint256 used, uint256 limit);
    /// @notice This account was paid `used` of `limit` within the last day; `amount` more does not fit.
    error AccountDailyCapExceeded(uint256 amount, uint256 used, uint256 limit);
    /// @notice A setting outside the bounds fixed in the code.
    error OutOfBounds();
    /// @notice This vault does not pay that token.
    error TokenNotSupported(address token);
    /// @notice The caller can claim no more than `claimable`.
    error ClaimableExceeded(uint256 amount, uint256 claimable);
    /// @notice Less than `minimum`, and not all there is.
    error AmountTooSmall(uint256 amount, uint256 minimum);
    /// @notice Nothing is transferred to zero, to the caller or to a vault.
    error RecipientInvalid(address to);

    /// @notice Only DigitalRights reports deposits, and only to the node vault.
    error NotDepositor();

    /// @notice Which account this is: 0 miner, 1 deflation, 2 node.
    function INDEX() external view returns (uint256);

    /// @notice The DR token.
    function DR_TOKEN() external view returns (IBurnable);

    /// @notice The payment token.
    function USDT() external view returns (IERC20);

    /// @notice Who may report deposits: DigitalRights for the node vault, else zero.
    function DEPOSITOR() external view returns (address);

    /// @notice Says what accounts earned.
    function ROOT_REGISTRY() external view returns (IRootRegistry);

    /// @notice Where prices come from.
    function ORACLE() external view returns (IPriceOracle);

    /// @notice The share of a withdrawal that is burned, in 1/10,000.
    function burnBps() external view returns (uint256);

    /// @notice Pays `amount - burnAmount` DR to the caller and burns `burnAmount`.
    /// @param amount Base units of DR that leave the vault.
    /// @param burnAmount `burnAmountOf(amount)`, or less by no more than what `unreturned` of it spares: a
    /// range, since a deposit between quote and use must not void a voucher.
    /// @param orderId The server's order; greater than the account's last one.
    /// @param deadline Unix seconds; the call is good until then, that second included.
    /// @param signature The signer's, over WithdrawDR(address account,uint256 amount,uint256
    /// burnAmount,uint256 orderId,uint256 nonce,uint256 deadline).
    function withdrawDR(uint256 amount, uint256 burnAmount, uint256 orderId, uint256 deadline, bytes calldata signature)
        external;

    /// @notice Pays `amount` USDT to the caller, and burns DR out of the caller's wallet: `usdtBurnOf(amount,
    /// burnAmount)`. Never refused on account of a price. Vaults 1 and 2 alone.
    /// @param amount Base units of USDT that leave the vault.
    /// @param burnAmount Base units of DR, the maximum that is burned; 0: nothing is, where the rate gives none
    /// of what is beyond `unreturned`. Any other number is the signer's word, down to one base unit.
    /// @param orderId The server's order; greater than the account's last one, of either token.
    /// @param deadline Unix seconds; the call is good until then, that second included.
    /// @param signature The signer's, over WithdrawUSDT(address account,uint256 amount,uint256
    /// burnAmount,uint256 orderId,uint256 nonce,uint256 deadline).
    function withdrawUSDT(
        uint256 amount,
        uint256 burnAmount,
        uint256 orderId,
        uint256 deadline,
        bytes calldata signature
    ) external;

    /// @notice Base units of DR that a withdrawal of `amount` USDT burns now, when its voucher says
    /// `burnAmount`: the lower of the voucher's and what `burnAmountOf(amount)` of USDT buys in the pool, and
    /// at least 90 % of the voucher's, rounded up; nothing where `burnAmountOf(amount)` is nothing. When the
    /// pool cannot answer it is the voucher's in full, which the caller has agreed to; so no one gains by
    /// keeping the answer from coming (for example by sending too little gas for it). A voucher's burn above
    /// the highest rate there can be (`BURN_BPS_MAX` of `amount` at the lower of both averages, or at the
    /// 30-minute one while there is no other, and 5 % more) counts as that much: no signer burns a
    /// caller's DR beyond it while there is an average, and a price that was pushed up spares no burn.
    function usdtBurnOf(uint256 amount, uint256 burnAmount) external view returns (uint256);

    /// @notice What a withdrawal of `amount` burns, in base units of its token; rounded down.
    function burnAmountOf(uint256 amount) external view returns (uint256);

    /// @notice Pays the caller what it can claim, whatever the operator does: never paused, no limit, no
    /// signature, no price. What is beyond its unreturned deposits burns at the rate: of DR at once; of USDT that
    /// share stays in the vault, for its pool. Uses up the caller's voucher nonce, so that its open vouchers of
    /// this vault are void.
    /// @param amount Base units that leave its claim: at least `CLAIM_MIN` or all it can claim; 2**256 - 1: all.
    /// @param proof What the caller earned; of epoch 0 for what it put in alone.
    function claim(address token, uint256 amount, Proof calldata proof) external;

    /// @notice Makes a part of what the caller can claim another's. No token moves and nothing burns; what is
    /// received burns as what is earned once it leaves. Never paused. Uses up the caller's voucher nonce.
    /// @param to Not zero, the caller or a vault.
    /// @param amount Base units, at least `CLAIM_MIN`.
    function transferWithin(address token, address to, uint256 amount, Proof calldata proof) external;

    /// @notice Base units that `account` can claim by a proof of `earned`: the higher of `earned + credited` and
    /// `free`, less `paid`.
    function claimable(address account, address token, uint256 earned) external view returns (uint256);

    /// @notice Base units that `account` deposited and did not get back: `free` less `paid`. They leave without
    /// burn.
    function unreturned(address account, address token) external view returns (uint256);

    /// @notice Base units that `account` ever deposited, or received from others within the vault.
    function credited(address account, address token) external view returns (uint256);

    /// @notice What `paid` reaches when all that `account` deposited has come back. A deposit raises it to
    /// `max(free, paid) + amount`.
    function free(address account, address token) external view returns (uint256);

    /// @notice Base units that ever left what `account` can claim (what was burned of it included): paid by
    /// vouchers, claimed, transferred to others.
    function paid(address account, address token) external view returns (uint256);

    /// @notice Base units ever paid to everyone (what was burned or kept of it included), by vouchers and claims.
    function totalPaid(address token) external view returns (uint256);

    /// @notice Base units ever transferred within the vault.
    function totalTransferred(address token) external view returns (uint256);

    /// @notice Base units of USDT that claims left in the vault for its pool.
    function totalKept(address token) external view returns (uint256);

    /// @notice Base units that were deposited today and yesterday (UTC) and not claimed back: no part of the
    /// reserve that the daily limit is a share of.
    function freshDeposits(address token) external view returns (uint256);

    /// @notice Base units of principal ever deposited by everyone.
    function totalDeposited(address token) external view returns (uint256);

    /// @notice Counts a deposit whose tokens have just arrived. `DEPOSITOR` only.
    function recordDeposit(address account, address token, uint256 amount) external;

    /// @notice The daily limits set for `token`.
    function capsOf(address token) external view returns (Caps memory);

    /// @notice What the vault paid of `token` within the last day, and the maximum it may, in base units.
    function vaultDaily(address token) external view returns (uint256 used, uint256 limit);

    /// @notice What `account` was paid of `token` within the last day, and the maximum it may be now, in base
    /// units: the limit set for accounts, or the account's part of what the vault may pay where that is less.
    function accountDaily(address account, address token) external view returns (uint256 used, uint256 limit);

    /// @notice USDT per token, 18 decimals: the oracle's 30-minute average.
    function priceOf(address token) external view returns (uint256);

    /// @notice What a swap along `path` would give now, pool fees included.
    function getAmountsOut(uint256 amountIn, address[] calldata path) external view returns (uint256[] memory);

    /// @notice Admin only: 0 … `BURN_BPS_MAX`. Open vouchers of DR with the former amount revert (the node
    /// vault takes a lower one); those of USDT stay good for their life, and burn nothing at a rate of 0.
    function setBurnBps(uint256 bps) external;

    /// @notice Admin only, within the bounds of `Caps`.
    function setCaps(address token, Caps calldata caps) external;
}
