// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {BPS} from "./Constants.sol";
import {FreshDeposits} from "./FreshDeposits.sol";
import {IWithdrawalVault} from "./interfaces/IWithdrawalVault.sol";
import {RollingDay} from "./libraries/RollingDay.sol";

/// @title DailyCaps: what a vault ever paid, and the maximum that leaves it within any day
abstract contract DailyCaps is FreshDeposits {
    using RollingDay for RollingDay.Window;

    /// @notice Minimum share of the reserve that may leave a day: 1 %. Together with the minimum floor it
    /// keeps the admin from locking users in: every day at least one withdrawal of any size that may be the
    /// minimum leaves, of any reserve.
    uint256 public constant VAULT_DAILY_BPS_MIN = 100;
    /// @notice Maximum share of the reserve that may leave a day: 10 %.
    uint256 public constant VAULT_DAILY_BPS_MAX = 1_000;
    /// @notice Minimum floor of DR, in base units: the maximum of the minimum withdrawal that operators may set.
    uint256 public constant DR_DAILY_FLOOR_MIN = 1_000e18;
    /// @notice Minimum floor of USDT, in base units: the maximum of the minimum withdrawal that operators may set.
    uint256 public constant USDT_DAILY_FLOOR_MIN = 100e18;
    /// @notice Maximum floor, in base units.
    uint256 public constant VAULT_DAILY_FLOOR_MAX = 100_000e18;
    /// @notice Minimum an account may be paid a day, in base units.
    uint256 public constant ACCOUNT_DAILY_MIN = 1_000e18;
    /// @notice Maximum that an account may be paid a day, in base units.
    uint256 public constant ACCOUNT_DAILY_MAX = 1_000_000e18;
    /// @notice Of what the vault may pay a day, one account may be paid at most one part in so many: a
    /// quarter.
    uint256 public constant ACCOUNT_DAILY_PARTS = 4;

    mapping(address token => Caps) private _caps;
    mapping(address token => RollingDay.Window) private _vaultWindows;
    mapping(address account => mapping(address token => RollingDay.Window)) private _accountWindows;

    /// @inheritdoc IWithdrawalVault
    function paid(address account, address token) public view override returns (uint256) {
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
        Caps memory caps = _caps[token];
        uint256 vaultLimit = _vaultLimit(caps, token, _vaultWindows[token].at(block.timestamp).live);
        return (_accountWindows[account][token].at(block.timestamp).live, _accountLimit(caps, token, vaultLimit));
    }

    /// @dev Counts `amount` as paid to the caller, within both daily limits, before it leaves.
    function _spend(address token, uint256 amount) internal {
        Caps memory caps = _caps[token];

        RollingDay.Window storage window = _vaultWindows[token];
        RollingDay.Day memory day = window.at(block.timestamp);
        uint256 limit = _vaultLimit(caps, token, day.live);
        if (_isOver(limit, day.live, amount)) revert VaultDailyCapExceeded(amount, day.live, limit);
        window.add(day, block.timestamp, amount);

        window = _accountWindows[msg.sender][token];
        day = window.at(block.timestamp);
        limit = _accountLimit(caps, token, limit);
        if (_isOver(limit, day.live, amount)) revert AccountDailyCapExceeded(amount, day.live, limit);
        window.add(day, block.timestamp, amount);
    }

    /// @dev Counts `amount` as paid by the caller's own call: whatever the daily limits, and without using
    /// them.
    function _spendOwn(address token, uint256 amount) internal {
        _accountWindows[msg.sender][token].addToTotal(amount);
    }

    /// @dev As `_spendOwn`, of what leaves the vault.
    function _claimOwn(address token, uint256 amount) internal {
        _spendOwn(token, amount);
        _vaultWindows[token].addToTotal(amount);
    }

    function _isOver(uint256 limit, uint256 live, uint256 amount) private pure returns (bool) {
        unchecked {
            return amount > limit || live > limit - amount;
        }
    }

    function _vaultLimit(Caps memory caps, address token, uint256 used) private view returns (uint256 limit) {
        uint256 reserve = IERC20(token).balanceOf(address(this));
        uint256 fresh = freshDeposits(token);
        unchecked {
            reserve += used; // both tokens' supplies are far below 2**200
            limit = reserve > fresh ? ((reserve - fresh) * caps.vaultDailyBps) / BPS : 0;
        }
        if (limit < caps.vaultDailyFloor) limit = caps.vaultDailyFloor;
        if (limit > RollingDay.AMOUNT_MAX) limit = RollingDay.AMOUNT_MAX;
    }

    /// @dev The minimum floor of a token that this vault pays.
    function _floorMin(address token) internal view virtual returns (uint256);

    /// @dev One account cannot use up the vault's day: at most a quarter of the vault's limit, but never less
    /// than what may be the minimum withdrawal.
    function _accountLimit(Caps memory caps, address token, uint256 vaultLimit) private view returns (uint256 limit) {
        limit = vaultLimit / ACCOUNT_DAILY_PARTS;
        uint256 floorMin = _floorMin(token);
        if (limit < floorMin) limit = floorMin;
        if (limit > caps.accountDaily) limit = caps.accountDaily;
    }

    function _setCaps(address token, Caps memory caps) internal {
        if (
            caps.vaultDailyBps < VAULT_DAILY_BPS_MIN || caps.vaultDailyBps > VAULT_DAILY_BPS_MAX
                || caps.vaultDailyFloor < _floorMin(token) || caps.vaultDailyFloor > VAULT_DAILY_FLOOR_MAX
                || caps.accountDaily < ACCOUNT_DAILY_MIN || caps.accountDaily > ACCOUNT_DAILY_MAX
        ) revert OutOfBounds();
        _caps[token] = caps;
        emit CapsSet(token, caps);
    }
}
