// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {IExchange} from "../../../src/interfaces/IExchange.sol";
import {IUniswapV2Pair} from "../../../src/interfaces/IUniswapV2.sol";
import {DepthFixture} from "../../support/DepthFixture.sol";

interface ISync {
    function sync() external;
}

/// @notice The daily limits that follow the pools' depth, and what a record says of it.
contract ExchangeCapsTest is DepthFixture {
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
        (uint256 used, uint256 maximum) = exchange.daily(address(usdt));
        assertEq(used, maximum);
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
        _assertNothingLeaves();
        takeLiquidity(drPair, drLiquidity);
        exchange.recordDepths();
        _assertNothingLeaves();
        takeLiquidity(drgvPair, drgvLiquidity);
        letPass(1);
        drLiquidity = _bring(drPair, IERC20(address(dr)), 50_000); // one pool is enough
        exchange.recordDepths();
        _assertNothingLeaves();
        takeLiquidity(drPair, drLiquidity);
        letPass(1);
        exchange.recordDepths();
        _assertLimits(50_000e18);
        assertEq(_recordedAt(address(usdt)), block.timestamp);
        assertEq(_riseOf(address(usdt)).since, 0);
    }

    /// @dev A pool that is touched in each second, by one who means harm or by many who trade, costs the
    /// first limit a day; such records count like those of any deeper pool.
    function test_attack_theFirstLimitIsKeptOutForADayAtMost() public {
        letPass(25 hours);
        _newExchange();
        for (uint256 hour = 0; hour <= 24; ++hour) {
            _assertNothingLeaves();
            ISync(address(drPair)).sync();
            exchange.recordDepths();
            letPass(1 hours);
        }
        _assertLimits(50_000e18);
        assertEq(_recordedAt(address(usdt)), block.timestamp - 1 hours);
    }

    function test_recordDepths_theFirstNeedsAllPrices() public {
        letPass(25 hours);
        _take(drgvPair, 9_600);
        _newExchange();
        for (uint256 hour = 0; hour < 26; ++hour) {
            letPass(1 hours);
            vm.expectRevert(IExchange.NoPrice.selector);
            exchange.recordDepths();
        }
        _assertNothingLeaves();
        assertEq(_riseOf(address(usdt)).since, 0);
    }

    /// @dev Not even where each pool had one once.
    function test_recordDepths_theFirstNeedsAllPricesAtOnce() public {
        letPass(25 hours);
        _newExchange();
        _take(drPair, 100);
        exchange.recordDepths(); // reserves of this second: a rise begins
        assertEq(_riseOf(address(usdt)).since, block.timestamp);
        _take(drgvPair, 9_600);
        letPass(1 hours);
        exchange.recordDepths();
        _assertNothingLeaves();
        assertEq(_riseOf(address(usdt)).since, 0);
    }

    function _assertNothingLeaves() private view {
        assertEq(_limitOf(address(usdt)), 0);
        assertEq(_limitOf(address(dr)), 0);
        (, uint256 limit) = exchange.daily(address(usdt));
        assertEq(limit, 0);
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
    /// @dev Less USDT of a moment keeps a limit from rising, and lowers none.
    function test_recordDepths_aSaleInEitherPoolLowersNothing() public {
        letPass(25 hours);
        exchange.recordDepths();
        address[2] memory sold = [address(dr), address(drgv)];
        for (uint256 i = 0; i < sold.length; ++i) {
            uint256 before = vm.snapshotState();
            swap(sold[i], address(usdt), i == 0 ? 1_000_000e18 : 5_000_000e18);
            exchange.recordDepths();
            _assertLimits(50_000e18);
            vm.revertToState(before);
        }
    }

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

    /// @dev After the first it goes on by the products, at the last prices.
    function test_recordDepths_goesOnWithoutAnyPrice() public {
        letPass(1 hours);
        swap(address(usdt), address(dr), 1_000e18);
        swap(address(usdt), address(drgv), 1_000e18);
        vm.expectRevert();
        oracle.priceRange(address(dr));
        vm.expectRevert();
        oracle.priceRange(address(drgv));
        exchange.recordDepths();
        _assertLimits(50_000e18);
        assertEq(_recordedAt(address(usdt)), block.timestamp);
        assertEq(_recordedAt(address(dr)), block.timestamp - 1 hours);
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
        deal(address(usdt), address(this), 4e29);
        IERC20[] memory tokens = pricedTokens();
        for (uint256 i = 0; i < tokens.length; ++i) {
            deal(address(tokens[i]), address(this), 2e29);
            _bring(IUniswapV2Pair(oracle.pairOf(address(tokens[i]))), tokens[i], 7e7);
        }
        letPass(25 hours);
        vm.expectEmit(address(exchange));
        emit IExchange.DepthRecorded(address(usdt), type(uint88).max, _limitOf(address(usdt)));
        exchange.recordDepths();
        assertEq(_riseOf(address(usdt)).limit, type(uint88).max);
        assertEq(_riseOf(address(dr)).limit, type(uint88).max);
        _letHoursPass(24);
        assertEq(_limitOf(address(drgv)), type(uint88).max);
    }
}
