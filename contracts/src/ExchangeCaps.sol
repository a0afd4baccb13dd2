// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {BPS, WAD} from "./Constants.sol";
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
        uint88 depthLimit;
        uint40 recordedAt;
    }

    /// @notice Minimum share of the inventory that may leave a day: 1 %.
    uint256 public constant DAILY_BPS_MIN = 100;
    /// @notice Maximum share of the inventory that may leave a day: 20 %.
    uint256 public constant DAILY_BPS_MAX = 2_000;
    /// @notice Maximum floor, in base units.
    uint256 public constant DAILY_FLOOR_MAX = 1_000_000e18;
    /// @notice A pool's USDT divided by this may leave a day.
    uint256 public constant DEPTH_PARTS = 20;
    /// @notice Seconds from the first record of a deeper pool to the one from which it counts, at least.
    uint256 public constant DEPTH_RISE_DELAY = 1 days;
    /// @notice Seconds from one record to the next, at most: after a longer gap a rise begins again, and a
    /// pool that none saw for longer counts as no deeper than the oracle's minimum.
    uint256 public constant DEPTH_GAP_MAX = 3 hours;
    /// @notice Seconds a record is good for: nothing leaves by an older one.
    uint256 public constant DEPTH_AGE_MAX = 2 days;

    mapping(address token => Limits) private _limits;
    mapping(address token => RollingDay.Window) private _windows;
    mapping(address token => DepthRise) private _rises;
    /// @dev The lower average at the last record that had one. It is used with the product of the pool's
    /// reserves while there is none, so that removed liquidity is noticed.
    mapping(address token => uint256 lower) private _lastLower;

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
        uint256[] memory prices = new uint256[](tokens.length); // the higher average; 0: there is none
        uint256 depth = type(uint256).max; // of the shallowest pool, in USDT
        uint256 held = type(uint256).max; // USDT in the pool that has the smallest sum of it
        (bool isComplete, bool isSettled) = (true, true);
        for (uint256 i = 0; i < tokens.length; ++i) {
            address token = tokens[i];
            try ORACLE.priceRange(token) returns (uint256 lower, uint256 higher) {
                (_lastLower[token], prices[i]) = (lower, higher);
            } catch {
                if (_lastLower[token] == 0) revert NoPrice();
                isComplete = false;
                if (_isGap(_limits[token].recordedAt)) depth = Math.min(depth, ORACLE.MIN_DEPTH());
                delete _rises[token];
            }
            IUniswapV2Pair pair = IUniswapV2Pair(ORACLE.pairOf(token));
            // a pair sorts its tokens by their addresses
            (uint256 usdt, uint256 there, bool settled) = PoolDepth.at(pair, _lastLower[token], address(USDT) < token);
            depth = Math.min(depth, usdt);
            held = Math.min(held, there);
            isSettled = isSettled && settled;
        }
        uint256 dollars = depth / DEPTH_PARTS;
        uint256 maximum = isComplete ? Math.min(depth, held) / DEPTH_PARTS : 0;
        for (uint256 i = 0; i < tokens.length; ++i) {
            if (prices[i] == 0) _lowerUnseen(tokens[i], dollars);
        }
        _recordDepth(address(USDT), dollars, maximum, isSettled);
        _recordDepth(address(USDR), dollars, maximum, isSettled);
        for (uint256 i = 0; i < tokens.length; ++i) {
            uint256 price = prices[i];
            // without a price nothing of it can be swapped
            if (price != 0) _recordDepth(tokens[i], (dollars * WAD) / price, (maximum * WAD) / price, isSettled);
        }
    }

    /// @inheritdoc IExchange
    function capOf(address token) external view override returns (Cap memory) {
        Limits memory limits = _limits[token];
        return Cap({dailyBps: limits.dailyBps, dailyFloor: limits.dailyFloor});
    }

    /// @inheritdoc IExchange
    function depthLimitOf(address token)
        external
        view
        override
        returns (uint256 limit, uint256 recordedAt, DepthRise memory rise)
    {
        Limits memory limits = _limits[token];
        return (limits.depthLimit, limits.recordedAt, _rises[token]);
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
        (uint256 bps, uint256 floor) = (limits.dailyBps, limits.dailyFloor);
        (uint256 depthLimit, uint256 recordedAt) = (limits.depthLimit, limits.recordedAt);
        unchecked {
            limit = ((inventory + used) * bps) / BPS; // supplies of all four tokens are far below 2**200
            if (limit < floor) limit = floor;
            if (limit > depthLimit) limit = depthLimit;
            if (block.timestamp > recordedAt + DEPTH_AGE_MAX) limit = 0; // 40 bits and two days
        }
    }

    /// @dev A token without a price follows the dollars down, since it may have one again before the next
    /// record. Called before their own limit is recorded.
    function _lowerUnseen(address token, uint256 dollars) private {
        Limits storage limits = _limits[token];
        uint256 before = _limits[address(USDT)].depthLimit;
        if (dollars >= before) return;
        // at most what it was; 0 would mean that there was none yet
        limits.depthLimit = uint88(Math.max((uint256(limits.depthLimit) * dollars) / before, 1));
    }

    function _isGap(uint256 recordedAt) private view returns (bool) {
        return block.timestamp > recordedAt + DEPTH_GAP_MAX;
    }

    /// @dev Less counts at once. More counts once all records of a day saw it, none of them without a pool's
    /// price and none after a gap, and then the lowest of them: who brings liquidity for a transaction, or
    /// hides a pool in one, raises nothing as long as others record as well.
    /// @param seen The limit by what the pools hold now, in base units.
    /// @param maximum No more than this may come to count, in base units: by the USDT that the pools hold,
    /// since an average that counts seconds is cheaply raised while liquidity is away for one; 0 without all
    /// prices, since a pool that has none may be the shallowest.
    /// @param mayBegin Whether this may be the first limit of all, which counts at once.
    function _recordDepth(address token, uint256 seen, uint256 maximum, bool mayBegin) private {
        Limits storage limits = _limits[token];
        DepthRise memory rise = _rises[token];
        uint256 limit = limits.depthLimit;
        if (seen > RollingDay.AMOUNT_MAX) seen = RollingDay.AMOUNT_MAX;
        if (seen == 0) seen = 1; // a limit of 0 means that there was none yet
        seen = Math.min(seen, Math.max(maximum, limit));
        if (seen <= limit || (limit == 0 && mayBegin)) {
            limit = seen;
            rise = DepthRise({limit: 0, since: 0});
        } else if (rise.since == 0 || _isGap(limits.recordedAt)) {
            rise = DepthRise({limit: uint88(seen), since: uint40(block.timestamp)});
        } else {
            if (seen < rise.limit) rise.limit = uint88(seen);
            if (block.timestamp >= rise.since + DEPTH_RISE_DELAY) {
                limit = rise.limit;
                rise = DepthRise({limit: 0, since: 0});
            }
        }
        // both at most AMOUNT_MAX, which has 88 bits
        (limits.depthLimit, limits.recordedAt) = (uint88(limit), uint40(block.timestamp));
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
