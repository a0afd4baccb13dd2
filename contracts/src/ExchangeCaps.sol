// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {BPS} from "./Constants.sol";
import {ExchangeTerms} from "./ExchangeTerms.sol";
import {IExchange} from "./interfaces/IExchange.sol";
import {IUniswapV2Pair} from "./interfaces/IUniswapV2.sol";
import {PoolDepth} from "./libraries/PoolDepth.sol";
import {RollingDay} from "./libraries/RollingDay.sol";

/// @title ExchangeCaps: how much of each token may leave the exchange within a day
abstract contract ExchangeCaps is ExchangeTerms {
    using RollingDay for RollingDay.Window;

    /// @dev One slot: what a swap has to read of its output token.
    struct Limits {
        uint16 dailyBps;
        uint112 dailyFloor;
        uint128 depthLimit;
    }

    /// @notice Least share of the inventory that may leave a day: 1 %.
    uint256 public constant DAILY_BPS_MIN = 100;
    /// @notice Greatest share of the inventory that may leave a day: 20 %.
    uint256 public constant DAILY_BPS_MAX = 2_000;
    /// @notice Greatest floor, in base units.
    uint256 public constant DAILY_FLOOR_MAX = 1_000_000e18;
    /// @notice Of what a pool holds, one part in so many may leave a day.
    uint256 public constant DEPTH_PARTS = 20;
    /// @notice Seconds a deeper pool must have stood before it counts.
    uint256 public constant DEPTH_RISE_DELAY = 1 days;

    mapping(address token => Limits) private _limits;
    mapping(address token => RollingDay.Window) private _windows;
    mapping(address token => DepthRise) private _rises;

    /// @param dollarCap Daily limits of USDT and USDR to start with, each by itself.
    /// @param tokenCap Daily limits of DR and DRGV to start with, each by itself.
    constructor(Cap memory dollarCap, Cap memory tokenCap) {
        _setCap(address(USDT), dollarCap);
        _setCap(address(USDR), dollarCap);
        address[] memory tokens = _pricedTokens();
        for (uint256 i = 0; i < tokens.length; ++i) {
            _setCap(tokens[i], tokenCap);
        }
    }

    /// @inheritdoc IExchange
    function setCap(address token, Cap calldata cap) external override onlyAdmin {
        if (!_isSupported(token)) revert TokenNotSupported(token);
        _setCap(token, cap);
    }

    /// @inheritdoc IExchange
    function recordDepths() external override {
        address[] memory tokens = _pricedTokens();
        uint256 dollars = type(uint256).max; // of the shallowest pool
        for (uint256 i = 0; i < tokens.length; ++i) {
            (uint256 usdt, uint256 depth) = _depthOf(tokens[i]);
            dollars = Math.min(dollars, usdt);
            _recordDepth(tokens[i], depth);
        }
        _recordDepth(address(USDT), dollars);
        _recordDepth(address(USDR), dollars);
    }

    /// @inheritdoc IExchange
    function capOf(address token) external view override returns (Cap memory) {
        Limits memory limits = _limits[token];
        return Cap({dailyBps: limits.dailyBps, dailyFloor: limits.dailyFloor});
    }

    /// @inheritdoc IExchange
    function depthLimitOf(address token) external view override returns (uint256 limit, DepthRise memory rise) {
        return (_limits[token].depthLimit, _rises[token]);
    }

    /// @inheritdoc IExchange
    function daily(address token) external view override returns (uint256 used, uint256 limit) {
        used = _windows[token].at(block.timestamp).live;
        limit = _limit(token, inventoryOf(token), used);
    }

    /// @dev Counts `amount` of `token` as leaving, within its day. `inventory` is what there was before.
    function _spend(address token, uint256 amount, uint256 inventory) internal {
        RollingDay.Window storage window = _windows[token];
        RollingDay.Day memory day = window.at(block.timestamp);
        uint256 limit = _limit(token, inventory, day.live);
        unchecked {
            // `limit - amount` is asked for only where `amount` is at most `limit`
            if (amount > limit || day.live > limit - amount) {
                revert DailyCapExceeded(token, amount, day.live, limit);
            }
        }
        window.add(day, block.timestamp, amount);
    }

    function _limit(address token, uint256 inventory, uint256 used) private view returns (uint256 limit) {
        Limits storage limits = _limits[token];
        (uint256 floor, uint256 depthLimit) = (limits.dailyFloor, limits.depthLimit);
        unchecked {
            limit = ((inventory + used) * limits.dailyBps) / BPS; // supplies of all four tokens are far below 2**200
        }
        if (limit < floor) limit = floor;
        if (limit > depthLimit) limit = depthLimit;
    }

    /// @dev What the pool of `token` holds by the averages, the less of each side.
    function _depthOf(address token) private view returns (uint256 usdt, uint256 tokens) {
        (uint256 lower, uint256 higher) = ORACLE.priceRange(token);
        return PoolDepth.at(IUniswapV2Pair(ORACLE.pairOf(token)), lower, higher);
    }

    /// @dev Less counts at once. More counts once it has stood for a day, and of that day the least: who
    /// brings liquidity for one transaction raises nothing, as long as one record of that day was made
    /// without it. The first record counts at once: no swap has a price in a pool's first day.
    function _recordDepth(address token, uint256 depth) private {
        Limits storage limits = _limits[token];
        // forge-lint: disable-next-line(unsafe-typecast)
        uint88 seen = uint88(Math.min(depth / DEPTH_PARTS, RollingDay.AMOUNT_MAX));
        (uint256 limit, DepthRise memory rise) = (limits.depthLimit, _rises[token]);
        if (seen <= limit || rise.recordedAt == 0) {
            (limit, rise.limit, rise.since) = (seen, 0, 0);
        } else if (rise.since == 0) {
            (rise.limit, rise.since) = (seen, uint64(block.timestamp));
        } else {
            if (seen < rise.limit) rise.limit = seen;
            if (block.timestamp >= rise.since + DEPTH_RISE_DELAY) {
                (limit, rise.limit, rise.since) = (rise.limit, 0, 0);
            }
        }
        rise.recordedAt = uint64(block.timestamp);
        // forge-lint: disable-next-line(unsafe-typecast)
        limits.depthLimit = uint128(limit); // at most 88 bits
        _rises[token] = rise;
        emit DepthRecorded(token, seen, limit);
    }

    function _setCap(address token, Cap memory cap) private {
        if (cap.dailyBps < DAILY_BPS_MIN || cap.dailyBps > DAILY_BPS_MAX || cap.dailyFloor > DAILY_FLOOR_MAX) {
            revert OutOfBounds();
        }
        Limits storage limits = _limits[token];
        (limits.dailyBps, limits.dailyFloor) = (cap.dailyBps, cap.dailyFloor);
        emit CapSet(token, cap);
    }
}
