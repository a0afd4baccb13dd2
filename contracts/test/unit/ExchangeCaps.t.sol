// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {Exchange} from "../../src/Exchange.sol";
import {IExchange} from "../../src/interfaces/IExchange.sol";
import {IUniswapV2Pair} from "../../src/interfaces/IUniswapV2.sol";
import {PoolDepth} from "../../src/libraries/PoolDepth.sol";
import {Fixture} from "../support/Fixture.sol";

/// @notice The daily limits that follow the pools' depth. Pools: 1,000,000 USDT to 2,000,000 DR, and to
/// 10,000,000 DRGV.
contract ExchangeCapsTest is Fixture {
    address internal immutable mallory = makeAddr("mallory");

    /// @dev Of 1e18: how far roots, which are rounded down, may be from the rule.
    uint256 internal constant EXACT = 1e3;

    function _limitOf(address token) internal view returns (uint256 limit) {
        (limit,,) = exchange.depthLimitOf(token);
    }

    function _recordedAt(address token) internal view returns (uint256 recordedAt) {
        (, recordedAt,) = exchange.depthLimitOf(token);
    }

    function _riseOf(address token) internal view returns (IExchange.DepthRise memory rise) {
        (,, rise) = exchange.depthLimitOf(token);
    }

    /// @dev Time with a keeper who records the depth each hour, too.
    function _letHoursPass(uint256 hoursToPass) internal {
        for (uint256 i = 0; i < hoursToPass; ++i) {
            letPass(1 hours);
            exchange.recordDepths();
        }
    }

    /// @dev `parts` / 10,000 of the pool's reserves, brought by anyone, at the pool's price.
    function _bring(IUniswapV2Pair pair, IERC20 token, uint256 parts) internal returns (uint256 liquidity) {
        token.transfer(address(pair), token.balanceOf(address(pair)) * parts / 10_000);
        usdt.transfer(address(pair), usdt.balanceOf(address(pair)) * parts / 10_000);
        return pair.mint(address(this));
    }

    /// @dev Takes `parts` / 10,000 of what there is of the pool's liquidity.
    function _take(IUniswapV2Pair pair, uint256 parts) internal {
        takeLiquidity(pair, pair.totalSupply() * parts / 10_000);
    }

    function _bringBoth(uint256 parts) internal returns (uint256 drLiquidity, uint256 drgvLiquidity) {
        drLiquidity = _bring(drPair, IERC20(address(dr)), parts);
        drgvLiquidity = _bring(drgvPair, IERC20(address(drgv)), parts);
    }

    function _takeBoth(uint256 parts) internal {
        _take(drPair, parts);
        _take(drgvPair, parts);
    }

    function _assertLimits(uint256 dollars) internal view {
        assertApproxEqRel(_limitOf(address(usdt)), dollars, EXACT);
        assertEq(_limitOf(address(usdr)), _limitOf(address(usdt)));
        assertApproxEqRel(_limitOf(address(dr)), 2 * dollars, EXACT);
        assertApproxEqRel(_limitOf(address(drgv)), 10 * dollars, EXACT);
    }

    function test_recordDepths_aTwentiethOfWhatThePoolsHoldMayLeave() public view {
        _assertLimits(50_000e18);
        assertLe(_limitOf(address(usdt)), 50_000e18);
        assertLe(_limitOf(address(dr)), 100_000e18);
        assertEq(_recordedAt(address(usdt)), block.timestamp);
        assertEq(_recordedAt(address(drgv)), block.timestamp);
        assertEq(_riseOf(address(usdt)).since, 0);
    }

    function test_daily_isBoundedByTheDepthWhateverThereIs() public {
        usdt.transfer(address(exchange), 2_000_000e18); // a tenth is 200,000
        (, uint256 limit) = exchange.daily(address(usdt));
        assertEq(limit, _limitOf(address(usdt)));
        vm.prank(address(timelock));
        exchange.setCap(address(usdt), IExchange.Cap(100, 1_000_000e18));
        (, limit) = exchange.daily(address(usdt));
        assertEq(limit, _limitOf(address(usdt)));
        dr.transfer(address(exchange), 400_000e18); // the floor, 50,000, is less than the depth's
        (, limit) = exchange.daily(address(dr));
        assertEq(limit, 50_000e18);
    }

    function test_swapToken_letsOutToTheLastBaseUnitOfTheDepth() public {
        usdt.transfer(address(exchange), 2_000_000e18);
        dr.transfer(alice, 200_000e18);
        vm.prank(alice);
        dr.approve(address(exchange), APPROVAL);
        Swap memory v = swapOf(alice, 101_000e18, address(dr), address(usdt));
        uint256 limit = _limitOf(address(usdt));
        assertGt(v.outputAmount, limit);
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(
            abi.encodeWithSelector(IExchange.DailyCapExceeded.selector, address(usdt), v.outputAmount, 0, limit)
        );
        send(v, signature);
        v.outputAmount = limit;
        send(v);
        (uint256 used, uint256 most) = exchange.daily(address(usdt));
        assertEq(used, most);
    }

    /// @dev The limit may fall below what has already left: then nothing more leaves.
    function test_swapToken_revertsWhereTheDepthFellBelowWhatLeft() public {
        usdt.transfer(address(exchange), 2_000_000e18);
        dr.transfer(alice, 200_000e18);
        vm.prank(alice);
        dr.approve(address(exchange), APPROVAL);
        send(swapOf(alice, 80_000e18, address(dr), address(usdt)));
        _takeBoth(5_000);
        letPass(1 days);
        exchange.recordDepths();
        uint256 limit = _limitOf(address(usdt));
        Swap memory v = swapOf(alice, 1e18, address(dr), address(usdt));
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(
            abi.encodeWithSelector(IExchange.DailyCapExceeded.selector, address(usdt), v.outputAmount, 39_880e18, limit)
        );
        send(v, signature);
    }

    function _newExchange() internal returns (Swap memory v) {
        IExchange.Cap memory cap = IExchange.Cap(1_000, 25_000e18);
        exchange = new Exchange(address(timelock), pauser, signer, address(0), exchangeParts(), cap, cap);
        usdt.transfer(address(exchange), 1_000_000e18);
        usdt.approve(address(usdr), 1_000e18);
        usdr.depositFor(alice, 1_000e18);
        vm.prank(alice);
        usdr.approve(address(exchange), APPROVAL);
        return swapOf(alice, 1_000e18, address(usdr), address(usdt));
    }

    function test_swapToken_letsNothingOutBeforeTheFirstRecord() public {
        Swap memory v = _newExchange();
        assertEq(_recordedAt(address(usdt)), 0);
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(
            abi.encodeWithSelector(IExchange.DailyCapExceeded.selector, address(usdt), v.outputAmount, 0, 0)
        );
        send(v, signature);
        vm.prank(mallory); // anyone
        exchange.recordDepths();
        send(v, signature);
    }

    /// @dev The first counts at once, so it is none of liquidity that may be there for this second alone.
    function test_recordDepths_theFirstIsNotOfReservesOfTheSameSecond() public {
        letPass(25 hours);
        _newExchange();
        (uint256 drLiquidity, uint256 drgvLiquidity) = _bringBoth(50_000);
        exchange.recordDepths();
        assertEq(_recordedAt(address(usdt)), 0);
        assertEq(_recordedAt(address(dr)), 0);
        takeLiquidity(drPair, drLiquidity);
        exchange.recordDepths();
        assertEq(_recordedAt(address(usdt)), 0);
        takeLiquidity(drgvPair, drgvLiquidity);
        letPass(1);
        drLiquidity = _bring(drPair, IERC20(address(dr)), 50_000); // one pool is enough
        exchange.recordDepths();
        assertEq(_recordedAt(address(usdt)), 0);
        takeLiquidity(drPair, drLiquidity);
        letPass(1);
        exchange.recordDepths();
        _assertLimits(50_000e18);
        assertEq(_recordedAt(address(usdt)), block.timestamp);
    }

    function test_recordDepths_theFirstNeedsAllPrices() public {
        letPass(25 hours);
        _take(drgvPair, 9_600);
        _newExchange();
        letPass(1 hours);
        exchange.recordDepths();
        assertEq(_recordedAt(address(usdt)), 0);
    }

    function test_swapToken_letsNothingOutByARecordOfMoreThanTwoDays() public {
        Swap memory v = _newExchange();
        exchange.recordDepths();
        skip(2 days);
        (, uint256 limit) = exchange.daily(address(usdt));
        assertEq(limit, _limitOf(address(usdt)));
        assertGt(limit, 0);
        skip(1);
        (, limit) = exchange.daily(address(usdt));
        assertEq(limit, 0);
        v.deadline = block.timestamp + 60;
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(
            abi.encodeWithSelector(IExchange.DailyCapExceeded.selector, address(usdt), v.outputAmount, 0, 0)
        );
        send(v, signature);
        exchange.recordDepths();
        send(v, signature);
    }

    function test_recordDepths_emitsWhatWasSeenAndWhatCounts() public {
        _bringBoth(10_000);
        letPass(25 hours);
        (uint256 dollars, uint256 drs, uint256 drgvs) =
            (_limitOf(address(usdt)), _limitOf(address(dr)), _limitOf(address(drgv)));
        exchange.recordDepths();
        (uint256 seen, uint256 drsSeen, uint256 drgvsSeen) =
            (_riseOf(address(usdt)).limit, _riseOf(address(dr)).limit, _riseOf(address(drgv)).limit);
        assertApproxEqRel(seen, 2 * dollars, EXACT);
        assertApproxEqRel(drsSeen, 2 * drs, EXACT);
        assertApproxEqRel(drgvsSeen, 2 * drgvs, EXACT);
        vm.expectEmit(address(exchange));
        emit IExchange.DepthRecorded(address(usdt), seen, dollars);
        vm.expectEmit(address(exchange));
        emit IExchange.DepthRecorded(address(usdr), seen, dollars);
        vm.expectEmit(address(exchange));
        emit IExchange.DepthRecorded(address(dr), drsSeen, drs);
        vm.expectEmit(address(exchange));
        emit IExchange.DepthRecorded(address(drgv), drgvsSeen, drgvs);
        exchange.recordDepths();
    }

    /// @dev A pair goes by two pools' prices: no token's limit is above what the other pool could pay.
    function test_recordDepths_allFollowTheShallowestPool() public {
        _take(drgvPair, 5_000);
        letPass(25 hours);
        exchange.recordDepths();
        _assertLimits(25_000e18);
        _take(drPair, 7_500);
        letPass(25 hours);
        exchange.recordDepths();
        _assertLimits(12_500e18);
    }

    /// @dev One may trade as much as one likes within the transaction: it only brings the pool its fee.
    function test_recordDepths_aTradeChangesNothing() public {
        letPass(25 hours);
        uint256 before = _limitOf(address(usdt));
        uint256 held = usdt.balanceOf(address(drPair));
        swap(address(dr), address(usdt), 10_000_000e18);
        swap(address(usdt), address(drgv), 1_000_000e18);
        assertLt(usdt.balanceOf(address(drPair)), held / 5);
        exchange.recordDepths();
        assertEq(_limitOf(address(usdt)), before);
        _assertLimits(before);
        assertLe(_riseOf(address(usdt)).limit, before * 1_003 / 1_000); // a swap's fee, to the root
    }

    /// @dev As prices move: the depth by the lower average, a token's limit by its higher one.
    function test_recordDepths_goesByTheAverages() public {
        letPass(25 hours);
        swap(address(dr), address(usdt), 1_000_000e18);
        letPass(2 hours);
        (uint256 lower, uint256 higher) = oracle.priceRange(address(dr));
        assertGt(higher, lower * 15 / 10);
        exchange.recordDepths();
        uint256 product = usdt.balanceOf(address(drPair)) * dr.balanceOf(address(drPair));
        uint256 dollars = Math.sqrt(Math.mulDiv(product, lower, 1e18)) / 20;
        assertLt(dollars, 40_000e18);
        assertApproxEqRel(_limitOf(address(usdt)), dollars, EXACT);
        assertApproxEqRel(_limitOf(address(dr)), dollars * 1e18 / higher, EXACT);
        assertApproxEqRel(_limitOf(address(drgv)), dollars * 10, EXACT);
    }

    function test_recordDepths_lessCountsAtOnceAndMoreOnceItHasStoodForADay() public {
        _takeBoth(5_000);
        letPass(25 hours);
        exchange.recordDepths();
        _assertLimits(25_000e18);

        _bringBoth(10_000);
        letPass(25 hours);
        _assertLimits(25_000e18); // no one recorded it
        exchange.recordDepths();
        uint256 since = block.timestamp;
        _assertLimits(25_000e18);
        assertEq(_riseOf(address(usdt)).since, since);
        assertEq(_recordedAt(address(usdt)), since);

        letPass(1 days - 1);
        exchange.recordDepths();
        _assertLimits(25_000e18);
        assertEq(_riseOf(address(usdt)).since, since);
        assertEq(_recordedAt(address(usdt)), block.timestamp);
        uint256 rising = _riseOf(address(usdt)).limit;
        letPass(1);
        exchange.recordDepths();
        assertEq(_limitOf(address(usdt)), rising);
        _assertLimits(50_000e18);
        assertEq(_riseOf(address(usdt)).since, 0);
        assertEq(_riseOf(address(usdt)).limit, 0);
    }

    function test_recordDepths_ofTheDayTheLeastCounts() public {
        _bringBoth(30_000);
        letPass(25 hours);
        exchange.recordDepths();
        uint256 since = block.timestamp;
        assertApproxEqRel(_riseOf(address(usdt)).limit, 200_000e18, EXACT);
        _takeBoth(5_000);
        letPass(12 hours);
        exchange.recordDepths();
        assertApproxEqRel(_riseOf(address(usdt)).limit, 100_000e18, EXACT);
        _bringBoth(20_000);
        letPass(12 hours);
        assertEq(block.timestamp, since + 1 days);
        exchange.recordDepths();
        _assertLimits(100_000e18);
        exchange.recordDepths(); // and what is deeper still waits for another day
        assertEq(_riseOf(address(usdt)).since, block.timestamp);
        assertApproxEqRel(_riseOf(address(usdt)).limit, 300_000e18, EXACT);
    }

    /// @dev The same as before ends a rise, too.
    function test_recordDepths_aRiseThatDoesNotStandIsForgotten() public {
        _bringBoth(10_000);
        letPass(25 hours);
        uint256 before = _limitOf(address(usdt));
        exchange.recordDepths();
        assertGt(_riseOf(address(usdt)).since, 0);
        _takeBoth(5_000);
        letPass(23 hours);
        exchange.recordDepths();
        assertLe(_limitOf(address(usdt)), before);
        _assertLimits(50_000e18);
        assertEq(_riseOf(address(usdt)).since, 0);
        assertEq(_riseOf(address(usdt)).limit, 0);
    }

    /// @dev A rise of a hair, as the fees of trades make it, is a round of its own: what comes after it waits
    /// for the next.
    function test_recordDepths_moreCountsWithinTwoDaysOfHourlyRecords() public {
        letPass(25 hours);
        exchange.recordDepths();
        _bringBoth(1);
        _letHoursPass(1);
        assertGt(_riseOf(address(usdt)).since, 0);
        _bringBoth(10_000);
        _letHoursPass(24);
        _assertLimits(50_005e18);
        _letHoursPass(24);
        _assertLimits(50_005e18);
        _letHoursPass(1);
        _assertLimits(100_010e18);
    }

    /// @dev Liquidity that stands for one transaction, beside a keeper's hourly records, for as long as one
    /// likes.
    function test_attack_liquidityOfAMomentRaisesNothing() public {
        letPass(25 hours);
        exchange.recordDepths();
        for (uint256 i = 0; i < 60; ++i) {
            _recordWithMore();
            letPass(1 hours);
            if (i % 23 == 11) exchange.recordDepths(); // one record without it a day is enough
        }
        _assertLimits(50_000e18);
    }

    /// @dev Knowingly left (ADR 0060): where no one else records for a day.
    function test_known_liquidityOfAMomentCountsWhereNoOneElseRecordsForADay() public {
        letPass(25 hours);
        exchange.recordDepths();
        _recordWithMore();
        letPass(1 days);
        _recordWithMore();
        _assertLimits(300_000e18);
    }

    function _recordWithMore() private {
        (uint256 drLiquidity, uint256 drgvLiquidity) = _bringBoth(50_000);
        vm.prank(mallory);
        exchange.recordDepths();
        takeLiquidity(drPair, drLiquidity);
        takeLiquidity(drgvPair, drgvLiquidity);
    }

    /// @dev While DRGV has no price, DR and the dollars follow DR's pool down, and nothing rises.
    function test_recordDepths_withoutAPriceOfOneTokenOnlyLowers() public {
        letPass(25 hours);
        exchange.recordDepths();
        uint256 recorded = block.timestamp;
        _take(drgvPair, 9_600); // 40,000 USDT: less than a pool must hold
        _take(drPair, 9_000);
        letPass(2 hours);
        exchange.recordDepths();
        assertApproxEqRel(_limitOf(address(usdt)), 5_000e18, EXACT);
        assertApproxEqRel(_limitOf(address(dr)), 10_000e18, EXACT);
        assertEq(_recordedAt(address(dr)), block.timestamp);
        assertApproxEqRel(_limitOf(address(drgv)), 500_000e18, EXACT);
        assertEq(_recordedAt(address(drgv)), recorded);

        _bring(drPair, IERC20(address(dr)), 90_000);
        letPass(25 hours);
        exchange.recordDepths();
        assertEq(_riseOf(address(usdt)).since, 0);
        letPass(25 hours);
        exchange.recordDepths();
        assertApproxEqRel(_limitOf(address(usdt)), 5_000e18, EXACT);
        (, uint256 limit) = exchange.daily(address(drgv)); // its record is old
        assertEq(limit, 0);
    }

    /// @dev A record without all prices ends no rise, and may only lower it.
    function test_attack_aRiseIsNotHiddenBehindAMissingPrice() public {
        letPass(25 hours);
        exchange.recordDepths();
        _recordWithMore();
        assertApproxEqRel(_riseOf(address(usdt)).limit, 300_000e18, EXACT);
        uint256 since = _riseOf(address(usdt)).since;
        _take(drgvPair, 9_600);
        _bring(drPair, IERC20(address(dr)), 1_000);
        letPass(25 hours);
        exchange.recordDepths();
        assertApproxEqRel(_limitOf(address(usdt)), 50_000e18, EXACT);
        assertEq(_riseOf(address(usdt)).since, since);
        assertApproxEqRel(_riseOf(address(usdt)).limit, 55_000e18, EXACT);
        _bring(drgvPair, IERC20(address(drgv)), 240_000);
        letPass(25 hours);
        _recordWithMore();
        assertLe(_limitOf(address(usdt)), 55_000e18);
    }

    function test_recordDepths_revertsWithoutAnyPrice() public {
        swap(address(usdt), address(dr), 1_000e18);
        exchange.recordDepths(); // DRGV has one
        swap(address(usdt), address(drgv), 1_000e18);
        vm.expectRevert(IExchange.NoPrice.selector);
        exchange.recordDepths();
    }

    function test_recordDepths_worksWhilePaused() public {
        vm.prank(pauser);
        exchange.pause();
        skip(1);
        exchange.recordDepths();
        assertEq(_recordedAt(address(usdt)), block.timestamp);
    }

    function test_setCap_leavesTheDepthAlone() public {
        uint256 before = _limitOf(address(usdt));
        vm.prank(address(timelock));
        exchange.setCap(address(usdt), IExchange.Cap(2_000, 1_000_000e18));
        assertEq(_limitOf(address(usdt)), before);
        assertEq(_recordedAt(address(usdt)), block.timestamp);
        assertEq(exchange.capOf(address(usdt)).dailyBps, 2_000);
        assertEq(exchange.capOf(address(usdt)).dailyFloor, 1_000_000e18);
        exchange.recordDepths();
        assertEq(exchange.capOf(address(usdt)).dailyBps, 2_000);
        assertEq(exchange.capOf(address(usdt)).dailyFloor, 1_000_000e18);
    }

    /// @dev More than there is of any token: a window counts up to 309 million a day.
    function test_recordDepths_isNeverMoreThanAWindowCanHold() public {
        deal(address(usdt), address(this), 4e28);
        deal(address(dr), address(this), 4e28);
        deal(address(drgv), address(this), 8e28);
        _bring(drPair, IERC20(address(dr)), 1e8);
        _bring(drgvPair, IERC20(address(drgv)), 7e7);
        letPass(25 hours);
        vm.expectEmit(address(exchange));
        emit IExchange.DepthRecorded(address(usdt), type(uint88).max, _limitOf(address(usdt)));
        exchange.recordDepths();
        assertEq(_riseOf(address(usdt)).limit, type(uint88).max);
        assertEq(_riseOf(address(dr)).limit, type(uint88).max);
        letPass(1 days);
        exchange.recordDepths();
        assertEq(_limitOf(address(drgv)), type(uint88).max);
    }

    /// @dev At any price a pair's average can be, and any reserves: never more than the rule says.
    function testFuzz_poolDepth_isTheRootOfProductAndPrice(uint256 x, uint256 y, uint256 price) public {
        x = bound(x, 1e18, type(uint112).max);
        y = bound(y, 1e18, type(uint112).max);
        price = bound(price, 1e6, 2 ** 84 * 1e18);
        IUniswapV2Pair pair = IUniswapV2Pair(makeAddr("pair"));
        uint32 at = uint32(block.timestamp);
        vm.mockCall(address(pair), abi.encodeCall(pair.getReserves, ()), abi.encode(uint112(x), uint112(y), at));
        (uint256 usdtHeld, bool isSettled) = PoolDepth.at(pair, price);
        assertFalse(isSettled);
        uint256 root = Math.sqrt(x * y); // in full precision: 1e18 times the depth over it is the price's root
        assertLe(usdtHeld, Math.mulDiv(root, Math.sqrt(price * 1e18) + 1, 1e18));
        assertApproxEqRel(
            Math.mulDiv(usdtHeld, 1e18, root) ** 2 / 1e18, price, price < 1e12 ? 1e16 : 1e9 + 1e36 / usdtHeld
        );
        vm.mockCall(address(pair), abi.encodeCall(pair.getReserves, ()), abi.encode(uint112(x), uint112(y), at - 1));
        (, isSettled) = PoolDepth.at(pair, price);
        assertTrue(isSettled);
    }
}
