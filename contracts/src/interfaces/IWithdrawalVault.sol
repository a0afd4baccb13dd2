// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IBurnable} from "./IBurnable.sol";
import {IPriceOracle} from "./IPriceOracle.sol";

/// @title WithdrawalVault: holds one account's tokens for all users, and pays them out
/// @notice There are three, one an account: 0 miner, 1 deflation, 2 node. What comes in may leave only to a user, by a
/// voucher; there is no other way out, and no admin path to the tokens.
/// @dev If the signer's key is stolen, what leaves within any 24 hours is bounded twice: for the vault and token, by
/// `max(vaultDailyBps of (balance + what left within the day), vaultDailyFloor)`, and for each account by `accountDaily`.
/// The reserve is taken as it was before the day's payments, so that the limit does not shrink while it is used; the floor
/// lets a young or small vault pay at all, and is the most that a thief takes of such a vault a day.
/// Hours are counted whole: what left frees up between 24 and 25 hours later.
interface IWithdrawalVault {
    /// @notice Limits of what leaves within a day, for one token. One storage slot.
    /// @param vaultDailyBps Share of the reserve, in 1/10,000: `VAULT_DAILY_BPS_MIN` … `VAULT_DAILY_BPS_MAX`.
    /// @param vaultDailyFloor Base units the vault may always pay a day: at most `VAULT_DAILY_FLOOR_MAX`.
    /// @param accountDaily Base units one account may be paid a day: `ACCOUNT_DAILY_MIN` … `ACCOUNT_DAILY_MAX`.
    struct Caps {
        uint16 vaultDailyBps;
        uint112 vaultDailyFloor;
        uint112 accountDaily;
    }

    /// @notice `account` took `amount` of DR out of this vault: `burnAmount` of it was burned, the rest was sent to it.
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
    /// @notice The share of a withdrawal that is burned is now `bps` / 10,000.
    event BurnRateSet(uint256 bps);
    /// @notice The daily limits of `token` are now `caps`.
    event CapsSet(address indexed token, Caps caps);

    /// @notice An amount of zero.
    error AmountZero();
    /// @notice `burnAmount` is not what the vault's rate gives for this amount.
    error BurnAmountWrong(uint256 burnAmount, uint256 expected);
    /// @notice This vault has paid `used` of `limit` within the last day; `amount` more does not fit.
    error VaultDailyCapExceeded(uint256 amount, uint256 used, uint256 limit);
    /// @notice This account was paid `used` of `limit` within the last day; `amount` more does not fit.
    error AccountDailyCapExceeded(uint256 amount, uint256 used, uint256 limit);
    /// @notice A setting outside the bounds fixed in the code.
    error OutOfBounds();
    /// @notice This vault does not pay that token.
    error TokenNotSupported(address token);

    /// @notice Which account this is: 0 miner, 1 deflation, 2 node.
    function INDEX() external view returns (uint256);

    /// @notice The DR token.
    function DR_TOKEN() external view returns (IBurnable);

    /// @notice Where prices come from.
    function ORACLE() external view returns (IPriceOracle);

    /// @notice The share of a withdrawal that is burned, in 1/10,000.
    function burnBps() external view returns (uint256);

    /// @notice Pays `amount - burnAmount` DR to the caller and burns `burnAmount`.
    /// @param amount Base units of DR that leave the vault.
    /// @param burnAmount Must be `burnAmountOf(amount)`.
    /// @param orderId The server's order; greater than the account's last one.
    /// @param deadline Unix seconds; the call is good until then, that second included.
    /// @param signature The signer's, over WithdrawDR(address account,uint256 amount,uint256 burnAmount,uint256
    /// orderId,uint256 nonce,uint256 deadline).
    function withdrawDR(uint256 amount, uint256 burnAmount, uint256 orderId, uint256 deadline, bytes calldata signature)
        external;

    /// @notice What a withdrawal of `amount` burns, in base units; rounded down.
    function burnAmountOf(uint256 amount) external view returns (uint256);

    /// @notice Base units ever paid to `account` (what was burned of it included).
    function paid(address account, address token) external view returns (uint256);

    /// @notice Base units ever paid to everyone (what was burned of it included).
    function totalPaid(address token) external view returns (uint256);

    /// @notice The daily limits set for `token`.
    function capsOf(address token) external view returns (Caps memory);

    /// @notice What the vault paid of `token` within the last day, and the most it may, in base units.
    function vaultDaily(address token) external view returns (uint256 used, uint256 limit);

    /// @notice What `account` was paid of `token` within the last day, and the most it may be, in base units.
    function accountDaily(address account, address token) external view returns (uint256 used, uint256 limit);

    /// @notice USDT per token, 18 decimals: the oracle's 30-minute average.
    function priceOf(address token) external view returns (uint256);

    /// @notice What a swap along `path` would give now, pool fees included.
    function getAmountsOut(uint256 amountIn, address[] calldata path) external view returns (uint256[] memory);

    /// @notice Admin only: 0 … `BURN_BPS_MAX`. Open vouchers with the former amount revert.
    function setBurnBps(uint256 bps) external;

    /// @notice Admin only, within the bounds of `Caps`.
    function setCaps(address token, Caps calldata caps) external;
}
