// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {IEmission} from "./interfaces/IEmission.sol";
import {Deployed} from "./libraries/Deployed.sol";

/// @title Emission
/// @custom:security-contact SECURITY.md, at the root of the repository of these sources
contract Emission is IEmission {
    using SafeERC20 for IERC20;

    /// @notice Base units of DR emitted a day in era 0.
    uint256 public constant DAILY_RATE_INITIAL = 20_000e18;
    /// @notice Days in an era.
    uint256 public constant ERA_DAYS = 1_825;
    /// @notice Eras until the daily rate, halved each time and rounded down, is zero.
    uint256 public constant ERAS = 75;
    /// @inheritdoc IEmission
    uint256 public constant override POWER_FLOOR = 400_000;

    /// @inheritdoc IEmission
    IERC20 public immutable override DR_TOKEN;
    /// @inheritdoc IEmission
    address public immutable override RECEIVER;
    /// @inheritdoc IEmission
    uint256 public immutable override startTime;

    uint128 private _released;
    uint64 private _releasedUntil;
    uint64 private _releaseCount;

    constructor(IERC20 dr, address receiver) {
        Deployed.requireContract(address(dr));
        Deployed.requireContract(receiver);
        DR_TOKEN = dr;
        RECEIVER = receiver;
        startTime = block.timestamp;
        _releasedUntil = uint64(block.timestamp);
    }

    /// @inheritdoc IEmission
    function release() external override returns (uint256 amount) {
        uint256 end = endTime();
        uint256 until = block.timestamp < end ? block.timestamp : end;
        uint256 emitted = emittedAt(until);
        amount = emitted - _released;
        if (amount == 0) revert NothingToRelease();

        uint64 releaseId = _releaseCount + 1;
        // forge-lint: disable-next-line(unsafe-typecast)
        _released = uint128(emitted); // at most 73 M DR, < 2**86
        // forge-lint: disable-next-line(unsafe-typecast)
        _releasedUntil = uint64(until); // at most endTime
        _releaseCount = releaseId;
        emit Released(releaseId, amount, until);

        DR_TOKEN.safeTransfer(RECEIVER, amount);
    }

    /// @inheritdoc IEmission
    function endTime() public view override returns (uint256) {
        return startTime + ERAS * ERA_DAYS * 1 days;
    }

    /// @inheritdoc IEmission
    function emittedAt(uint256 timestamp) public view override returns (uint256 amount) {
        if (timestamp <= startTime) return 0;
        uint256 elapsed = timestamp - startTime;
        uint256 era = elapsed / (ERA_DAYS * 1 days);
        uint256 rate = DAILY_RATE_INITIAL;
        for (uint256 e = 0; e < era && rate != 0; ++e) {
            amount += rate * ERA_DAYS;
            rate >>= 1;
        }
        amount += (rate * (elapsed % (ERA_DAYS * 1 days))) / 1 days;
    }

    /// @inheritdoc IEmission
    function dailyRateAt(uint256 timestamp) external view override returns (uint256) {
        if (timestamp < startTime) return 0;
        return DAILY_RATE_INITIAL >> ((timestamp - startTime) / (ERA_DAYS * 1 days));
    }

    /// @inheritdoc IEmission
    function released() external view override returns (uint256) {
        return _released;
    }

    /// @inheritdoc IEmission
    function releasedUntil() external view override returns (uint256) {
        return _releasedUntil;
    }

    /// @inheritdoc IEmission
    function releaseCount() external view override returns (uint256) {
        return _releaseCount;
    }
}
