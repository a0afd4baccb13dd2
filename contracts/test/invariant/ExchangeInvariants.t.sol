// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Test} from "forge-std/Test.sol";

import {Exchange} from "../../src/Exchange.sol";
import {IExchange} from "../../src/interfaces/IExchange.sol";
import {EventCounts} from "../support/EventCounts.sol";
import {Fixture} from "../support/Fixture.sol";

/// @notice Swappers, flushers and time; a plain record of what they did. No call of it may revert.
contract ExchangeHandler is Fixture, EventCounts {
    IERC20[4] public tokens;
    int256[4] public netOfRecord; // what came in less what went out, and was flushed
    uint256 public feesOfRecord;
    uint256 public flushedOfRecord;
    bool public capExceeded;
    uint256[] internal times;
    uint256[] internal amounts;
    uint256[] internal outputs;

    constructor() {
        Fixture.setUp();
        tokens = [IERC20(address(usdt)), IERC20(address(usdr)), IERC20(address(dr)), IERC20(address(drgv))];
        usdt.approve(address(usdr), type(uint256).max);
        usdr.depositFor(address(this), 2_000_000e18);
        for (uint256 i = 0; i < 4; ++i) {
            tokens[i].transfer(address(exchange), 100_000e18);
            tokens[i].transfer(alice, 1_000_000e18);
            vm.prank(alice);
            tokens[i].approve(address(exchange), APPROVAL);
        }
    }

    function swapSome(uint256 gap, uint256 from, uint256 to, uint256 amount) external counted {
        skip(gap % 3 hours + 1);
        (from, to) = (from % 4, to % 4);
        if (from == to) to = (to + 1) % 4;
        Swap memory v = swapOf(alice, bound(amount, 100, 20_000e18), address(tokens[from]), address(tokens[to]));
        (uint256 used, uint256 limit) = exchange.daily(v.outputToken);
        (, uint256 fee) = exchange.quote(v.inputAmount, v.inputToken, v.outputToken);
        if (v.outputAmount == 0 || used + v.outputAmount > limit) return;
        if (v.outputAmount + fee > exchange.inventoryOf(v.outputToken) || fee > exchange.inventoryOf(address(usdt))) {
            return;
        }
        if (tokens[from].balanceOf(alice) < v.inputAmount) return;
        send(v);
        netOfRecord[from] += int256(v.inputAmount);
        netOfRecord[to] -= int256(v.outputAmount);
        feesOfRecord += fee;
        times.push(block.timestamp);
        amounts.push(v.outputAmount);
        outputs.push(to);
        if (_leftWithinADay(to) > limit) capExceeded = true;
    }

    function flush(uint256 gap) external counted {
        skip(gap % 1 days + 1);
        if (exchange.feesCollected() == 0) return;
        uint256 amount = exchange.flushFees();
        flushedOfRecord += amount;
        netOfRecord[0] -= int256(amount);
    }

    function world() external view returns (address exchange_, address node, address deflation) {
        return (address(exchange), address(nodeVault), address(deflationVault));
    }

    function _leftWithinADay(uint256 token) private view returns (uint256 sum) {
        for (uint256 i = times.length; i > 0 && times[i - 1] + 24 hours > block.timestamp; --i) {
            if (outputs[i - 1] == token) sum += amounts[i - 1];
        }
    }
}

contract ExchangeInvariantsTest is Test {
    ExchangeHandler internal handler;
    Exchange internal exchange;
    address internal nodeVault;
    address internal deflationVault;

    function setUp() public {
        handler = new ExchangeHandler();
        address exchange_;
        (exchange_, nodeVault, deflationVault) = handler.world();
        exchange = Exchange(exchange_);
        bytes4[] memory selectors = new bytes4[](2);
        (selectors[0], selectors[1]) = (ExchangeHandler.swapSome.selector, ExchangeHandler.flush.selector);
        targetContract(address(handler));
        targetSelector(FuzzSelector(address(handler), selectors));
    }

    /// @dev In one campaign, for the many runs of the full test.
    function invariants_all() public view {
        invariant_inventoryIsWhatWasStockedAndSwapped();
        invariant_feesAreConservedAndSplit();
        invariant_neverMoreThanTheCapWithinAnyDay();
        invariant_itsNumbersAreThoseOfItsEvents();
    }

    function invariant_inventoryIsWhatWasStockedAndSwapped() public view {
        for (uint256 i = 0; i < 4; ++i) {
            int256 held = int256(handler.tokens(i).balanceOf(address(exchange)));
            assertEq(held, 100_000e18 + handler.netOfRecord(i));
        }
    }

    function invariant_feesAreConservedAndSplit() public view {
        IERC20 usdt = handler.tokens(0);
        assertEq(exchange.feesCollected() + handler.flushedOfRecord(), handler.feesOfRecord());
        assertEq(usdt.balanceOf(nodeVault) + usdt.balanceOf(deflationVault), handler.flushedOfRecord());
        assertLe(usdt.balanceOf(nodeVault), handler.flushedOfRecord() * 36 / 100);
        assertGe(usdt.balanceOf(address(exchange)), exchange.feesCollected());
    }

    function invariant_neverMoreThanTheCapWithinAnyDay() public view {
        assertFalse(handler.capExceeded());
    }

    function invariant_itsNumbersAreThoseOfItsEvents() public view {
        assertEq(exchange.swapCount(), handler.emitted(address(exchange), IExchange.Swapped.selector));
        assertEq(exchange.flushCount(), handler.emitted(address(exchange), IExchange.FeesFlushed.selector));
    }
}
