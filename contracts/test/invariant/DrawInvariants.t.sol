// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Test} from "forge-std/Test.sol";

import {DR} from "../../src/DR.sol";
import {DigitDraw} from "../../src/DigitDraw.sol";
import {IBurnable} from "../../src/interfaces/IBurnable.sol";
import {IDigitDraw} from "../../src/interfaces/IDigitDraw.sol";
import {BlockHistory} from "../support/BlockHistory.sol";
import {EventCounts} from "../support/EventCounts.sol";

/// @notice People who enter, a drawer who reveals or withholds, and a plain record of who put in and got
/// what.
contract DrawHandler is BlockHistory, EventCounts {
    bytes32 internal constant SECRET = keccak256("secret");
    address public immutable admin = makeAddr("admin");
    address[2] public drawers = [makeAddr("drawer"), makeAddr("another drawer")];
    /// @dev The present one; they take turns.
    address public drawer = drawers[0];
    address[3] public people = [makeAddr("a"), makeAddr("b"), makeAddr("c")];
    DR public immutable dr;
    DigitDraw public immutable draw;
    uint256 public funded;
    uint256 public claimed;
    uint256 public burned;
    uint256 public bonded;
    /// @dev Draws whose commitment no secret opens: a hostile drawer's.
    mapping(uint256 drawId => bool) public isUnopenable;

    constructor() {
        vm.roll(1_000);
        address[] memory holders = new address[](5);
        uint256[] memory amounts = new uint256[](5);
        for (uint256 i = 0; i < 5; ++i) {
            (holders[i], amounts[i]) = (i < 3 ? people[i] : drawers[i - 3], 20_000_000e18);
        }
        dr = new DR(holders, amounts);
        draw = new DigitDraw(IBurnable(address(dr)), admin, makeAddr("treasury"), drawer);
        for (uint256 i = 0; i < 5; ++i) {
            vm.prank(holders[i]);
            dr.approve(address(draw), type(uint256).max);
        }
    }

    function fund(uint256 amount) external counted {
        amount = bound(amount, 1e18, 10_000e18);
        vm.prank(people[0]);
        draw.fundPot(amount, "prizes");
        funded += amount;
    }

    function bond(uint256 amount, bool back) external counted {
        if (back) {
            uint256 free = draw.bondFree();
            if (free == 0) return;
            amount = bound(amount, 1, free);
            vm.prank(drawer);
            draw.returnBond(amount);
            bonded -= amount;
        } else {
            amount = bound(amount, 1, 10_000e18);
            vm.prank(drawer);
            draw.postBond(amount);
            bonded += amount;
        }
    }

    /// @dev Every third draw has a commitment that nothing opens.
    function open(uint256 openBlocks) external counted {
        uint256 last = draw.drawCount();
        if (draw.drawOf(last).state == IDigitDraw.State.Open) return;
        isUnopenable[last + 1] = openBlocks % 3 == 0;
        bytes32 commitment = keccak256(abi.encode(last + 1, isUnopenable[last + 1] ? bytes32("none") : SECRET));
        vm.prank(drawer);
        draw.open(commitment, bound(openBlocks, 1, 50));
    }

    function enter(uint256 person, uint8 digit, uint256 amount) external counted {
        digit %= 10;
        uint256 drawId = draw.drawCount();
        uint256 maximum = draw.acceptable(drawId, digit);
        if (maximum < 1e18) return;
        amount = bound(amount, 1e18, maximum);
        vm.prank(people[person % 3]);
        draw.enter(drawId, digit, amount);
        burned += amount;
    }

    function changeDrawer() external counted {
        drawer = drawer == drawers[0] ? drawers[1] : drawers[0];
        vm.prank(admin);
        draw.setDrawer(drawer);
    }

    function pass(uint256 blocks) external {
        vm.roll(block.number + bound(blocks, 1, 400));
    }

    /// @dev Brings the draw to its target and reveals, or lets its time pass and expires it.
    function settle(uint256 drawId, bool withhold) external counted {
        drawId = bound(drawId, 0, draw.drawCount());
        IDigitDraw.Draw memory standing = draw.drawOf(drawId);
        if (standing.state != IDigitDraw.State.Drawing) return;
        if (withhold || block.number > standing.revealBlock) {
            if (block.number <= standing.revealBlock) vm.roll(standing.revealBlock + 1);
            uint256 supply = dr.totalSupply();
            draw.expire(drawId);
            burned += supply - dr.totalSupply();
        } else {
            if (block.number <= standing.targetBlock) vm.roll(standing.targetBlock + 1);
            _remember(standing.targetBlock, keccak256(abi.encode(standing.targetBlock)));
            if (isUnopenable[drawId]) vm.expectRevert(abi.encodeWithSelector(IDigitDraw.SecretWrong.selector, drawId));
            draw.reveal(drawId, SECRET);
        }
    }

    /// @dev Calls of the drawer made by other accounts, the former drawer among them; another secret; a draw out of
    /// its time; more bond than is free.
    function attack(uint256 kind, uint256 person, uint256 drawId) external counted {
        drawId = bound(drawId, 0, draw.drawCount() + 1);
        address account = person % 4 == 3 ? _formerDrawer() : people[person % 4];
        IDigitDraw.Draw memory standing = draw.drawOf(drawId);
        bytes memory data = abi.encodeCall(draw.reveal, (drawId, keccak256(abi.encode(kind))));
        if (kind % 6 == 1) data = abi.encodeCall(draw.open, (bytes32("mine"), 10));
        if (kind % 6 == 2) data = abi.encodeCall(draw.returnBond, (1));
        if (kind % 6 == 3) data = abi.encodeCall(draw.setDrawer, (account));
        if (kind % 6 == 4) {
            (account, data) = (drawer, abi.encodeCall(draw.returnBond, (draw.bondFree() + 1)));
        }
        if (kind % 6 == 5) {
            if (standing.state == IDigitDraw.State.Drawing && block.number > standing.revealBlock) return;
            data = abi.encodeCall(draw.expire, (drawId));
        }
        vm.prank(account);
        (bool ok,) = address(draw).call(data);
        assertFalse(ok, "an attack passed");
    }

    function claim(uint256 drawId, uint256 person) external counted {
        drawId = bound(drawId, 0, draw.drawCount());
        address account = people[person % 3];
        uint256 owed = draw.claimable(drawId, account);
        if (owed == 0) return;
        draw.claim(drawId, account);
        claimed += owed;
    }

    function _formerDrawer() private view returns (address) {
        return drawer == drawers[0] ? drawers[1] : drawers[0];
    }

    /// @notice The maximum that all draws may still have to pay.
    function owedAtMost() external view returns (uint256 owed) {
        for (uint256 drawId = 1; drawId <= draw.drawCount(); ++drawId) {
            IDigitDraw.Draw memory standing = draw.drawOf(drawId);
            if (standing.state == IDigitDraw.State.Drawn || standing.state == IDigitDraw.State.Expired) {
                for (uint256 i = 0; i < 3; ++i) {
                    owed += draw.claimable(drawId, people[i]);
                }
            } else {
                uint256 highest = 0;
                for (uint256 digit = 0; digit < 10; ++digit) {
                    if (standing.byDigit[digit] > highest) highest = standing.byDigit[digit];
                }
                owed += highest * 9 + standing.total; // the pot's part and the bond's, both set aside
            }
        }
    }
}

contract DrawInvariants is Test {
    DrawHandler internal handler;

    function setUp() public {
        handler = new DrawHandler();
        targetContract(address(handler));
    }

    /// @dev In one campaign, for the many runs of the full test.
    function invariants_all() public view {
        invariant_whatIsHeldIsWhatIsFreeAndWhatIsOwed();
        invariant_supplyFallsByWhatWasBurned();
        invariant_noOneIsPaidButFromPotAndBond();
        invariant_itsNumbersAreThoseOfItsEvents();
    }

    function invariant_whatIsHeldIsWhatIsFreeAndWhatIsOwed() public view {
        uint256 held = handler.dr().balanceOf(address(handler.draw()));
        assertEq(held, handler.draw().potFree() + handler.draw().bondFree() + handler.owedAtMost());
    }

    function invariant_supplyFallsByWhatWasBurned() public view {
        assertEq(handler.dr().totalSupply(), 100_000_000e18 - handler.burned());
    }

    function invariant_noOneIsPaidButFromPotAndBond() public view {
        uint256 held = handler.dr().balanceOf(address(handler.draw()));
        assertLe(handler.claimed() + held, handler.funded() + handler.bonded());
    }

    function invariant_itsNumbersAreThoseOfItsEvents() public view {
        DigitDraw draw = handler.draw();
        bytes32[8] memory kinds = [
            IDigitDraw.PotFunded.selector,
            IDigitDraw.BondPosted.selector,
            IDigitDraw.BondReturned.selector,
            IDigitDraw.DrawOpened.selector,
            IDigitDraw.Entered.selector,
            IDigitDraw.Drawn.selector,
            IDigitDraw.DrawExpired.selector,
            IDigitDraw.Claimed.selector
        ];
        uint256 events = 0;
        for (uint256 i = 0; i < kinds.length; ++i) {
            events += handler.emitted(address(draw), kinds[i]);
        }
        assertEq(draw.eventCount(), events);
        assertEq(draw.drawer(), handler.drawer());
        assertEq(draw.drawCount(), handler.emitted(address(draw), IDigitDraw.DrawOpened.selector));
    }
}
