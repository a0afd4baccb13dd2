// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IPriceOracle} from "../../src/interfaces/IPriceOracle.sol";
import {IUniswapV2Pair} from "../../src/interfaces/IUniswapV2.sol";
import {Fixture} from "../support/Fixture.sol";

interface IPool {
    function mint(address to) external;
    function burn(address to) external returns (uint256, uint256);
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
}

/// @notice Both pools over days in which they are traded, lose their liquidity and get it back, with a keeper
/// that observes, sleeps, or calls twice. A record without rings and without sums says what the averages must
/// be: every price that ever was, and every observation, as far back as the run goes.
contract OracleHandler is Fixture {
    uint256 internal constant NONE = 0;

    struct Spot {
        uint256 at;
        uint256 price; // base units of USDT for one token
        uint256 sum; // of price times seconds, until `at`
    }

    /// @dev A token's record. Observations are those of deep pools, the first of each period.
    struct Record {
        Spot[] spots;
        uint256[] short;
        uint256[] long;
        uint256 seenShallowAt;
    }

    uint256 public immutable start;
    address[2] public tokens;
    Record[2] internal records;
    uint256 public longestRun; // seconds since the start

    constructor() {
        Fixture.setUp();
        tokens = [address(dr), address(drgv)];
        start = block.timestamp;
        for (uint256 i = 0; i < 2; ++i) {
            (,, uint32 changedAt) = IUniswapV2Pair(oracle.pairOf(tokens[i])).getReserves();
            records[i].spots.push(Spot(changedAt, oracle.spotPrice(tokens[i]), 0));
        }
    }

    /// @dev Every hour or more often, so that the long ring comes round after 32.
    function letHoursPass(uint256 hours_, uint256 every) external {
        _letPass(hours_ % 12 hours + 1, every % 50 minutes + 5 minutes);
    }

    function letMinutesPass(uint256 seconds_, bool observed) external {
        skip(seconds_ % 50 minutes);
        if (observed) _update();
    }

    /// @dev The keeper sleeps, at times longer than the long average's slack.
    function sleep(uint256 seconds_) external {
        skip(seconds_ % 9 hours);
    }

    /// @dev Where the long average needs its oldest observation, of up to 30 hours ago.
    function dayAfterASleep(uint256 slept, uint256 less, bool isDr) external {
        _update();
        skip(5 hours + slept % 1 hours);
        _update();
        this.trade(0, slept, isDr, less % 2 == 0);
        _letPass(24 hours - less % 30 minutes, 1 hours);
    }

    function update() external {
        _update();
        bool again = oracle.update();
        assertFalse(again, "recorded twice in a second");
    }

    function trade(uint256 gap, uint256 amount, bool isDr, bool buying) external {
        skip(gap % 20 minutes);
        uint256 i = isDr ? 0 : 1;
        // Up to a third of what the pool has of it.
        address input = buying ? address(usdt) : tokens[i];
        uint256 held = IERC20(input).balanceOf(oracle.pairOf(tokens[i]));
        uint256 maximum = _smaller(held / 3, IERC20(input).balanceOf(address(this)));
        if (maximum < held / 1_000) return; // all of it is in the pool
        swap(input, buying ? tokens[i] : address(usdt), bound(amount, held / 1_000, maximum));
        _note(i);
    }

    /// @dev Often below the minimum depth, now and then to it exactly, and one below.
    function takeLiquidity(uint256 gap, uint256 part, bool isDr) external {
        skip(gap % 20 minutes);
        uint256 i = isDr ? 0 : 1;
        IPool pool = IPool(oracle.pairOf(tokens[i]));
        uint256 shares = pool.balanceOf(address(this));
        uint256 taken = shares * bound(part, 1, 999) / 1_000;
        if (part % 3 == 0) taken = shares * 96 / 100;
        pool.transfer(address(pool), taken);
        pool.burn(address(this));
        _note(i);
    }

    /// @dev At the price that the pool has.
    function giveLiquidity(uint256 gap, uint256 amount, bool isDr) external {
        skip(gap % 20 minutes);
        uint256 i = isDr ? 0 : 1;
        _addLiquidity(i, bound(amount, 1e18, 500_000e18));
    }

    /// @dev A pool is made shallow and deep again in one second: an observation meanwhile sees nothing.
    function takeAndGiveBack(uint256 gap, bool isDr) external {
        skip(gap % 20 minutes);
        uint256 i = isDr ? 0 : 1;
        IPool pool = IPool(oracle.pairOf(tokens[i]));
        uint256 depth = oracle.depthOf(tokens[i]);
        pool.transfer(address(pool), pool.balanceOf(address(this)) * 99 / 100);
        pool.burn(address(this));
        _note(i);
        _update();
        _addLiquidity(i, depth);
    }

    function spotsOf(uint256 i) external view returns (Spot[] memory) {
        return records[i].spots;
    }

    function seenShallowAt(uint256 i) external view returns (uint256) {
        return records[i].seenShallowAt;
    }

    /// @dev The average of `window` seconds, at most `slack` more: the error it must
    /// end with, or zero; and the average.
    function expected(uint256 i, uint256 window, uint256 slack) external view returns (bytes4 error, uint256 average) {
        Record storage record = records[i];
        if (oracle.depthOf(tokens[i]) < MIN_DEPTH) return (IPriceOracle.PoolTooShallow.selector, 0);
        Spot storage last = record.spots[record.spots.length - 1];
        if (block.timestamp - last.at >= window) return (0, last.price);
        uint256[] storage observations = window < 1 hours ? record.short : record.long;
        uint256 since = NONE;
        for (uint256 j = observations.length; j > 0; --j) {
            if (observations[j - 1] + window > block.timestamp) continue;
            since = observations[j - 1];
            break;
        }
        if (since == NONE || since + window + slack < block.timestamp) return (IPriceOracle.WindowNotFull.selector, 0);
        return (0, (_sumAt(i, block.timestamp) - _sumAt(i, since)) / (block.timestamp - since));
    }

    /// @dev Lowest and highest price in force within the last `duration` seconds.
    function rangeWithin(uint256 i, uint256 duration) external view returns (uint256 low, uint256 high) {
        Spot[] storage spots = records[i].spots;
        low = type(uint256).max;
        for (uint256 j = spots.length; j > 0; --j) {
            if (spots[j - 1].price < low) low = spots[j - 1].price;
            if (spots[j - 1].price > high) high = spots[j - 1].price;
            if (spots[j - 1].at + duration <= block.timestamp) break;
        }
    }

    function world() external view returns (IPriceOracle) {
        return oracle;
    }

    function _letPass(uint256 duration, uint256 every) private {
        uint256 end = block.timestamp + duration;
        while (block.timestamp + every < end) {
            skip(every);
            _update();
        }
        vm.warp(end);
        _update();
    }

    function _update() private {
        (bool any, bool perhaps) = _observe(0);
        (bool anyOther, bool perhapsOther) = _observe(1);
        bool recorded = oracle.update();
        if (any || anyOther) assertTrue(recorded, "recorded");
        else if (!perhaps && !perhapsOther) assertFalse(recorded, "nothing to record");
        if (block.timestamp - start > longestRun) longestRun = block.timestamp - start;
    }

    /// @dev The rule: the first second of each period in a deep pool; what a shallow pool was seen with
    /// before this second takes every short observation away. `perhaps`: of those that no window could reach
    /// any more, the ring may still hold some.
    function _observe(uint256 i) private returns (bool any, bool perhaps) {
        Record storage record = records[i];
        if (oracle.depthOf(tokens[i]) < MIN_DEPTH) {
            (,, uint32 changedAt) = IUniswapV2Pair(oracle.pairOf(tokens[i])).getReserves();
            if (changedAt == block.timestamp) return (false, false);
            record.seenShallowAt = block.timestamp;
            uint256 length = record.short.length;
            perhaps = record.long.length != 0;
            any = length != 0 && record.short[length - 1] + 45 minutes >= block.timestamp;
            delete record.short;
            return (any, perhaps);
        }
        if (_isNewPeriod(record.short, 5 minutes)) {
            record.short.push(block.timestamp);
            any = true;
        }
        if (_isNewPeriod(record.long, 1 hours)) {
            record.long.push(block.timestamp);
            any = true;
        }
    }

    function _isNewPeriod(uint256[] storage observations, uint256 period) private view returns (bool) {
        uint256 length = observations.length;
        return length == 0 || observations[length - 1] / period != block.timestamp / period;
    }

    function _addLiquidity(uint256 i, uint256 usdtAmount) private {
        uint256 price = oracle.spotPrice(tokens[i]);
        uint256 affordable = IERC20(tokens[i]).balanceOf(address(this)) * price / 1e18;
        usdtAmount = _smaller(_smaller(usdtAmount, affordable), usdt.balanceOf(address(this)));
        if (usdtAmount < 1e18) return; // all of one is in the pool
        IPool pool = IPool(oracle.pairOf(tokens[i]));
        IERC20(tokens[i]).transfer(address(pool), usdtAmount * 1e18 / price);
        usdt.transfer(address(pool), usdtAmount);
        pool.mint(address(this));
        _note(i);
    }

    function _smaller(uint256 a, uint256 b) private pure returns (uint256) {
        return a < b ? a : b;
    }

    /// @dev After each change of the reserves.
    function _note(uint256 i) private {
        Spot[] storage spots = records[i].spots;
        uint256 sum = spots.length == 0 ? 0 : _sumAt(i, block.timestamp);
        spots.push(Spot(block.timestamp, oracle.spotPrice(tokens[i]), sum));
    }

    /// @dev Price times seconds from the start to `at`.
    function _sumAt(uint256 i, uint256 at) private view returns (uint256) {
        Spot[] storage spots = records[i].spots;
        uint256 j = spots.length - 1;
        while (spots[j].at > at) --j;
        return spots[j].sum + spots[j].price * (at - spots[j].at);
    }
}
