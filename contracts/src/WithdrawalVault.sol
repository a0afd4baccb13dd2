// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {Vouchers} from "./Vouchers.sol";
import {IBurnable} from "./interfaces/IBurnable.sol";
import {IPriceOracle} from "./interfaces/IPriceOracle.sol";
import {IWithdrawalVault} from "./interfaces/IWithdrawalVault.sol";
import {RollingDay} from "./libraries/RollingDay.sol";

/// @title WithdrawalVault
contract WithdrawalVault is IWithdrawalVault, Vouchers, ReentrancyGuardTransient {
    using RollingDay for RollingDay.Window;
    using SafeERC20 for IBurnable;

    /// @dev Small settings live in the storage slot of `signer` and `paused`, which every call reads anyway.
    uint16 private _burnBps;

    /// @notice EIP-712 type of a DR withdrawal.
    bytes32 public constant WITHDRAW_DR_TYPEHASH = keccak256(
        "WithdrawDR(address account,uint256 amount,uint256 burnAmount,uint256 orderId,uint256 nonce,uint256 deadline)"
    );

    uint256 private constant BPS = 10_000;
    /// @notice The highest share of a withdrawal that can ever be burned: 10 %.
    uint256 public constant BURN_BPS_MAX = 1_000;
    /// @notice The share burned from deployment on: 5 %.
    uint256 public constant BURN_BPS_INITIAL = 500;
    /// @notice Least share of the reserve that may leave a day: 1 %, so that the admin cannot lock users in.
    uint256 public constant VAULT_DAILY_BPS_MIN = 100;
    /// @notice Greatest share of the reserve that may leave a day: 10 %.
    uint256 public constant VAULT_DAILY_BPS_MAX = 1_000;
    /// @notice Greatest floor, in base units.
    uint256 public constant VAULT_DAILY_FLOOR_MAX = 100_000e18;
    /// @notice Least an account may be paid a day, in base units.
    uint256 public constant ACCOUNT_DAILY_MIN = 1_000e18;
    /// @notice Most an account may be paid a day, in base units.
    uint256 public constant ACCOUNT_DAILY_MAX = 1_000_000e18;
    /// @dev Index of the last account.
    uint256 private constant INDEX_MAX = 2;

    /// @inheritdoc IWithdrawalVault
    uint256 public immutable override INDEX;
    /// @inheritdoc IWithdrawalVault
    IBurnable public immutable override DR_TOKEN;
    /// @inheritdoc IWithdrawalVault
    IPriceOracle public immutable override ORACLE;

    mapping(address token => Caps) private _caps;
    mapping(address token => RollingDay.Window) private _vaultWindows;
    mapping(address account => mapping(address token => RollingDay.Window)) private _accountWindows;

    /// @param index 0 miner, 1 deflation, 2 node.
    /// @param drCaps Daily limits of DR to start with.
    constructor(
        uint256 index,
        address admin,
        address pauser_,
        address signer_,
        IBurnable dr,
        IPriceOracle oracle,
        Caps memory drCaps
    ) Vouchers("WithdrawalVault", admin, pauser_, signer_) {
        if (index > INDEX_MAX) revert OutOfBounds();
        INDEX = index;
        DR_TOKEN = dr;
        ORACLE = oracle;
        _setBurnBps(BURN_BPS_INITIAL);
        _setCaps(address(dr), drCaps);
    }

    /// @inheritdoc IWithdrawalVault
    function withdrawDR(uint256 amount, uint256 burnAmount, uint256 orderId, uint256 deadline, bytes calldata signature)
        external
        override
        nonReentrant
    {
        _requireVoucherOpen(deadline);
        if (amount == 0) revert AmountZero();
        uint256 expectedBurn = burnAmountOf(amount);
        if (burnAmount != expectedBurn) revert BurnAmountWrong(burnAmount, expectedBurn);
        (uint256 nonce, bytes32 digest) = _useVoucher(
            keccak256(
                abi.encode(WITHDRAW_DR_TYPEHASH, msg.sender, amount, burnAmount, orderId, nonces(msg.sender), deadline)
            ),
            signature
        );
        _useOrder(orderId);
        _spend(address(DR_TOKEN), amount);

        emit WithdrawnDR(msg.sender, nonce, orderId, amount, burnAmount, digest);

        if (burnAmount != 0) DR_TOKEN.burn(burnAmount);
        DR_TOKEN.safeTransfer(msg.sender, amount - burnAmount);
    }

    /// @inheritdoc IWithdrawalVault
    function setBurnBps(uint256 bps) external override onlyAdmin {
        _setBurnBps(bps);
    }

    /// @inheritdoc IWithdrawalVault
    function setCaps(address token, Caps calldata caps) external override onlyAdmin {
        if (token != address(DR_TOKEN)) revert TokenNotSupported(token);
        _setCaps(token, caps);
    }

    /// @inheritdoc IWithdrawalVault
    function burnBps() external view override returns (uint256) {
        return _burnBps;
    }

    /// @inheritdoc IWithdrawalVault
    function burnAmountOf(uint256 amount) public view override returns (uint256) {
        return (amount * _burnBps) / BPS;
    }

    /// @inheritdoc IWithdrawalVault
    function paid(address account, address token) external view override returns (uint256) {
        return _accountWindows[account][token].totalOf();
    }

    /// @inheritdoc IWithdrawalVault
    function totalPaid(address token) external view override returns (uint256) {
        return _vaultWindows[token].totalOf();
    }

    /// @inheritdoc IWithdrawalVault
    function capsOf(address token) external view override returns (Caps memory) {
        return _caps[token];
    }

    /// @inheritdoc IWithdrawalVault
    function vaultDaily(address token) external view override returns (uint256 used, uint256 limit) {
        used = _vaultWindows[token].at(block.timestamp).live;
        limit = _vaultLimit(_caps[token], token, used);
    }

    /// @inheritdoc IWithdrawalVault
    function accountDaily(address account, address token) external view override returns (uint256 used, uint256 limit) {
        return (_accountWindows[account][token].at(block.timestamp).live, _caps[token].accountDaily);
    }

    /// @inheritdoc IWithdrawalVault
    function priceOf(address token) external view override returns (uint256) {
        return ORACLE.price(token);
    }

    /// @inheritdoc IWithdrawalVault
    function getAmountsOut(uint256 amountIn, address[] calldata path)
        external
        view
        override
        returns (uint256[] memory)
    {
        return ORACLE.getAmountsOut(amountIn, path);
    }

    /// @dev Counts `amount` as paid to the caller, within both daily limits, before it leaves.
    function _spend(address token, uint256 amount) private {
        Caps memory caps = _caps[token];

        RollingDay.Window storage window = _vaultWindows[token];
        RollingDay.Day memory day = window.at(block.timestamp);
        uint256 limit = _vaultLimit(caps, token, day.live);
        if (amount > limit || day.live > limit - amount) revert VaultDailyCapExceeded(amount, day.live, limit);
        window.add(day, block.timestamp, amount);

        window = _accountWindows[msg.sender][token];
        day = window.at(block.timestamp);
        limit = caps.accountDaily;
        if (amount > limit || day.live > limit - amount) revert AccountDailyCapExceeded(amount, day.live, limit);
        window.add(day, block.timestamp, amount);
    }

    function _vaultLimit(Caps memory caps, address token, uint256 used) private view returns (uint256 limit) {
        limit = ((IERC20(token).balanceOf(address(this)) + used) * caps.vaultDailyBps) / BPS;
        if (limit < caps.vaultDailyFloor) limit = caps.vaultDailyFloor;
        if (limit > RollingDay.AMOUNT_MAX) limit = RollingDay.AMOUNT_MAX;
    }

    function _setBurnBps(uint256 bps) private {
        if (bps > BURN_BPS_MAX) revert OutOfBounds();
        // forge-lint: disable-next-line(unsafe-typecast)
        _burnBps = uint16(bps); // at most BURN_BPS_MAX
        emit BurnRateSet(bps);
    }

    function _setCaps(address token, Caps memory caps) private {
        if (
            caps.vaultDailyBps < VAULT_DAILY_BPS_MIN || caps.vaultDailyBps > VAULT_DAILY_BPS_MAX
                || caps.vaultDailyFloor > VAULT_DAILY_FLOOR_MAX || caps.accountDaily < ACCOUNT_DAILY_MIN
                || caps.accountDaily > ACCOUNT_DAILY_MAX
        ) revert OutOfBounds();
        _caps[token] = caps;
        emit CapsSet(token, caps);
    }
}
